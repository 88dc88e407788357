import type { CertificateEvent } from '#modules/certificates/status.ts'

export type DemoCertificate = {
  organisation: string
  kind: string
  level: string
  serial: number
  issuedDaysAgo: number
  /** Replaces `issuedDaysAgo`: the year is part of a number that the documentation of the API names. */
  issuedOn?: string
  /** Serial of the certificate of the same kind and organisation that it replaced. */
  upgradeOf?: number
  events?: { kind: Exclude<CertificateEvent['kind'], 'issued'>; daysAgo: number; reason: string }[]
}

const QINGYUAN = '北京清源锅炉清洗有限公司'
const HENGLAN = '苏州恒蓝水处理科技有限公司'
const TAISHAN = '济南泰山水处理药剂有限公司'
const NANYUE = '广州南粤锅炉能效检测有限公司'
const CHANGZHOU = '常州市特种设备检测中心'
const SHUQI = '成都蜀汽锅炉服务有限公司'
const QINLING = '西安秦岭工业清洗有限公司'
const BEIJIANG = '哈尔滨北疆锅炉维保有限公司'

/** Demo certificates, consistent with the demo news; oldest first. */
export const demoCertificates: DemoCertificate[] = [
  // Ended: three expired, one cancelled.
  { organisation: '拉萨雪域供热服务有限公司', kind: 'FW03', level: 'C', serial: 19, issuedDaysAgo: 1861 },
  { organisation: '大连星海离子交换树脂有限公司', kind: 'YJ02', level: '1', serial: 3, issuedDaysAgo: 1661 },
  { organisation: '桂林漓江清洗服务有限公司', kind: 'QX03', level: 'B', serial: 11, issuedDaysAgo: 1481 },
  {
    organisation: '海口琼崖热能服务有限公司',
    kind: 'QX01',
    level: 'D',
    serial: 41,
    issuedDaysAgo: 1521,
    events: [{ kind: 'cancelled', daysAgo: 26, reason: '有效期届满，未在规定时间内申请换证' }],
  },
  // Soon over; their renewals are being published in the notices.
  { organisation: BEIJIANG, kind: 'QX01', level: 'C', serial: 38, issuedDaysAgo: 1425 },
  {
    organisation: QINGYUAN,
    kind: 'QX01',
    level: 'A',
    serial: 12,
    issuedDaysAgo: 1400,
    events: [
      { kind: 'reviewed', daysAgo: 970, reason: '年度报告符合要求' },
      { kind: 'reviewed', daysAgo: 605, reason: '年度报告符合要求' },
      { kind: 'reviewed', daysAgo: 240, reason: '年度报告符合要求' },
    ],
  },
  { organisation: QINLING, kind: 'QX01', level: 'B', serial: 27, issuedDaysAgo: 1385 },
  // Upgraded.
  {
    organisation: SHUQI,
    kind: 'FW02',
    level: 'C',
    serial: 14,
    issuedDaysAgo: 1300,
    events: [{ kind: 'replaced', daysAgo: 420, reason: '升级为B级' }],
  },
  {
    organisation: HENGLAN,
    kind: 'SB01',
    level: '2',
    serial: 6,
    issuedDaysAgo: 1200,
    events: [{ kind: 'replaced', daysAgo: 330, reason: '升级为一级' }],
  },
  // Suspended, or resumed afterwards.
  {
    organisation: '乌鲁木齐天山锅炉安装工程有限公司',
    kind: 'FW02',
    level: 'B',
    serial: 31,
    issuedDaysAgo: 760,
    events: [
      { kind: 'suspended', daysAgo: 150, reason: '年度报告抽查：持证人员离职后没有补充，不能持续符合条件' },
      { kind: 'resumed', daysAgo: 62, reason: '整改完成并经验证' },
    ],
  },
  {
    organisation: '桂林漓江清洗服务有限公司',
    kind: 'QX01',
    level: 'D',
    serial: 57,
    issuedDaysAgo: 590,
    events: [
      { kind: 'suspended', daysAgo: 150, reason: '年度报告抽查：酸度计校准到期后未送校，不能持续符合条件' },
      { kind: 'reviewed', daysAgo: 58, reason: '整改验证未通过，暂停期延长三个月' },
    ],
  },
  {
    organisation: '北京京西工业设备清洗有限公司',
    kind: 'QX02',
    level: 'D',
    serial: 62,
    issuedDaysAgo: 410,
    events: [{ kind: 'revoked', daysAgo: 150, reason: '年度报告提供虚假业绩，两年内不受理申请' }],
  },
  // Valid.
  {
    organisation: '邯郸滏阳锅炉修理有限公司',
    kind: 'QX01',
    level: 'A',
    serial: 12,
    issuedDaysAgo: 638,
    issuedOn: '2025-03-02',
  },
  { organisation: '重庆渝州清洗工程有限公司', kind: 'QX01', level: 'C', serial: 22, issuedDaysAgo: 980 },
  { organisation: QINLING, kind: 'QX02', level: 'B', serial: 4, issuedDaysAgo: 905 },
  { organisation: HENGLAN, kind: 'FW01', level: 'A', serial: 9, issuedDaysAgo: 880 },
  {
    organisation: BEIJIANG,
    kind: 'FW02',
    level: 'A',
    serial: 8,
    issuedDaysAgo: 820,
    events: [{ kind: 'reviewed', daysAgo: 75, reason: '证书副本遗失，已公告作废并补发，编号与有效期不变' }],
  },
  { organisation: CHANGZHOU, kind: 'JC01', level: 'SA', serial: 2, issuedDaysAgo: 760 },
  { organisation: CHANGZHOU, kind: 'JC02', level: '0', serial: 2, issuedDaysAgo: 760 },
  { organisation: QINGYUAN, kind: 'QX02', level: 'A', serial: 5, issuedDaysAgo: 700 },
  { organisation: '武汉楚天水处理设备有限公司', kind: 'SB01', level: '2', serial: 15, issuedDaysAgo: 640 },
  { organisation: TAISHAN, kind: 'YJ01', level: '2', serial: 18, issuedDaysAgo: 610 },
  { organisation: NANYUE, kind: 'NX01', level: '2', serial: 7, issuedDaysAgo: 530 },
  { organisation: HENGLAN, kind: 'SB02', level: '1', serial: 4, issuedDaysAgo: 500 },
  { organisation: QINGYUAN, kind: 'XY01', level: 'AAA', serial: 1, issuedDaysAgo: 450 },
  { organisation: HENGLAN, kind: 'XY01', level: 'AAA', serial: 2, issuedDaysAgo: 450 },
  { organisation: CHANGZHOU, kind: 'XY01', level: 'AAA', serial: 3, issuedDaysAgo: 450 },
  { organisation: NANYUE, kind: 'XY01', level: 'AA', serial: 6, issuedDaysAgo: 450 },
  { organisation: '沈阳辽锅节能技术有限公司', kind: 'XY01', level: 'A', serial: 12, issuedDaysAgo: 450 },
  { organisation: SHUQI, kind: 'FW02', level: 'B', serial: 20, issuedDaysAgo: 420, upgradeOf: 14 },
  { organisation: '沈阳辽锅节能技术有限公司', kind: 'NX02', level: 'B', serial: 5, issuedDaysAgo: 350 },
  { organisation: HENGLAN, kind: 'SB01', level: '1', serial: 3, issuedDaysAgo: 330, upgradeOf: 6 },
  { organisation: '青岛胶澳膜分离设备有限公司', kind: 'SB01', level: '2', serial: 5, issuedDaysAgo: 330 },
  { organisation: '兰州黄河水处理装备厂', kind: 'SB01', level: '3', serial: 7, issuedDaysAgo: 330 },
  { organisation: '贵阳黔灵水处理科技有限公司', kind: 'SB01', level: '2', serial: 8, issuedDaysAgo: 310 },
  { organisation: '天津津沽药剂有限公司', kind: 'YJ01', level: '1', serial: 3, issuedDaysAgo: 300 },
  { organisation: '洛阳伊洛高压清洗工程有限公司', kind: 'QX03', level: 'A', serial: 2, issuedDaysAgo: 260 },
  { organisation: TAISHAN, kind: 'YJ04', level: '2', serial: 6, issuedDaysAgo: 240 },
  { organisation: '无锡锡惠锅炉制造有限公司', kind: 'FW03', level: 'A', serial: 1, issuedDaysAgo: 205 },
  { organisation: '上海申浦水质检测技术有限公司', kind: 'JC01', level: 'SB', serial: 10, issuedDaysAgo: 170 },
  { organisation: '郑州中原锅炉安装有限公司', kind: 'FW02', level: 'C', serial: 33, issuedDaysAgo: 140 },
  { organisation: '青岛海岳锅炉制造有限公司', kind: 'NX02', level: 'A', serial: 2, issuedDaysAgo: 120 },
  { organisation: '杭州之江水处理技术研究所', kind: 'FW01', level: 'B', serial: 16, issuedDaysAgo: 95 },
  { organisation: '海口琼崖热能服务有限公司', kind: 'FW03', level: 'B', serial: 9, issuedDaysAgo: 75 },
  { organisation: '大连星海离子交换树脂有限公司', kind: 'YJ02', level: '1', serial: 4, issuedDaysAgo: 45 },
  { organisation: '厦门鹭江有机热载体有限公司', kind: 'YJ03', level: '0', serial: 5, issuedDaysAgo: 15 },
]
