import type { MemberType } from '#modules/qualifications/applying/server/qualificationApplications.ts'
import type { State } from '#modules/review/workflow.ts'

export type DemoCase = {
  organisation: string
  /** Account name: an existing demo account or a new one. */
  userName: string
  type: MemberType
  kind: string
  level?: string
  /** Days since the start (annual reports: within their months); a step follows every few days up to this state. */
  daysAgo?: number
  until: State
  scope?: string
  reason: string
  remarks?: { field: string; text: string }[]
}

const QX01_B = '额定工作压力不大于9.8 MPa的锅炉'

/** One case for every state in which staff or an applicant has something to do. All fictitious. */
export const demoCases: DemoCase[] = [
  {
    organisation: '济南泰山水处理药剂有限公司',
    userName: 'taishan',
    type: 'upgrade',
    kind: 'YJ01',
    level: '1',
    daysAgo: 11,
    until: 'returned',
    scope: '阻垢剂、缓蚀剂、除氧剂等各类锅炉水处理药剂',
    reason: '新建的应用试验室已投入使用，两年来完成客户现场试验十六项，申请升为一级。',
    remarks: [
      { field: 'scope', text: '请按产品标准列出药剂品种，不写“各类”' },
      { field: 'persons', text: '技术负责人的职称与社保证明不一致，请核对' },
    ],
  },
  {
    organisation: '济南泰山水处理药剂有限公司',
    userName: 'taishan',
    type: 'initial',
    kind: 'XY01',
    level: 'AA',
    daysAgo: 2,
    until: 'draft',
    reason: '客户在招标中要求提供行业信用等级。',
  },
  {
    organisation: '北京清源锅炉清洗有限公司',
    userName: 'qingyuan',
    type: 'renewal',
    kind: 'QX01',
    daysAgo: 24,
    until: 'awaitingSite',
    reason: '证书即将到期，申请换证。',
  },
  {
    organisation: '北京清源锅炉清洗有限公司',
    userName: 'qingyuan',
    type: 'annualReport',
    kind: 'QX02',
    until: 'approved',
    reason: '',
  },
  {
    organisation: '西安秦岭工业清洗有限公司',
    userName: 'qinling',
    type: 'renewal',
    kind: 'QX01',
    scope: QX01_B,
    daysAgo: 34,
    until: 'noticed',
    reason: '证书即将到期，申请换证。',
  },
  {
    organisation: '哈尔滨北疆锅炉维保有限公司',
    userName: 'beijiang',
    type: 'renewal',
    kind: 'QX01',
    daysAgo: 31,
    until: 'deciding',
    reason: '证书即将到期，申请换证。',
  },
  {
    organisation: '武汉楚天水处理设备有限公司',
    userName: 'chutian',
    type: 'upgrade',
    kind: 'SB01',
    level: '1',
    daysAgo: 2,
    until: 'submitted',
    scope: '除盐、除氧、软化成套设备及膜法系统',
    reason: '膜法系统已有二十二套投运，满足一级的业绩要求。',
  },
  {
    organisation: '兰州黄河水处理装备厂',
    userName: 'huanghe',
    type: 'change',
    kind: 'SB01',
    daysAgo: 1,
    until: 'submitted',
    reason: '企业改制，名称和法定代表人变更。',
  },
  {
    organisation: '天津津沽药剂有限公司',
    userName: 'jingu',
    type: 'initial',
    kind: 'YJ04',
    level: '2',
    daysAgo: 10,
    until: 'checking',
    scope: '柠檬酸清洗剂、盐酸缓蚀剂',
    reason: '清洗剂与缓蚀剂已生产三年，申请能力评价。',
  },
  {
    organisation: '沈阳辽锅节能技术有限公司',
    userName: 'liaoguo',
    type: 'initial',
    kind: 'NX01',
    level: '3',
    daysAgo: 17,
    until: 'paying',
    scope: '在用工业锅炉运行工况简单测试',
    reason: '改造项目验收需要自行测试，已配齐测试人员和仪器。',
  },
  {
    organisation: '洛阳伊洛高压清洗工程有限公司',
    userName: 'yiluo',
    type: 'initial',
    kind: 'QX01',
    level: 'D',
    daysAgo: 26,
    until: 'onSite',
    scope: '额定工作压力不大于1.6 MPa的蒸汽锅炉及热水锅炉',
    reason: '在高压水射流清洗之外增加化学清洗业务。',
  },
  {
    organisation: '重庆渝州清洗工程有限公司',
    userName: 'yuzhou',
    type: 'upgrade',
    kind: 'QX01',
    level: 'B',
    daysAgo: 31,
    until: 'rectifying',
    scope: QX01_B,
    reason: '近四年完成九项中压锅炉清洗，申请升为B级。',
  },
  {
    organisation: '郑州中原锅炉安装有限公司',
    userName: 'zhongyuan',
    type: 'upgrade',
    kind: 'FW02',
    level: 'B',
    daysAgo: 33,
    until: 'verifying',
    scope: '20 t/h及以下锅炉',
    reason: '在保锅炉已超过四十台，申请升为B级。',
  },
]
