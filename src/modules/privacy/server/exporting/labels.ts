import type { FormField } from '#lib/form/form.ts'
import { provinceName } from '#lib/provinces.ts'
import { documentNames } from '#modules/accounts/documentNames.ts'
import { actionName } from '#modules/audit/server/auditWords.ts'
import { statusNames as certificateStatusNames } from '#modules/certificates/status.ts'
import { receivableStateNames } from '#modules/ledger/ledgerWords.ts'
import { organisationShape } from '#modules/members/organisationForm.ts'
import { personFields } from '#modules/members/personForm.ts'
import { memberStatusNames } from '#modules/membership/words.ts'
import { memberKinds } from '#modules/messages/messageKinds.ts'

type Names = Readonly<Record<string, string>>

/** Column labels of the export, where no form defines one. */
const labels: Names = {
  account: '账号',
  act: '操作',
  action: '操作',
  address: '地址',
  alt: '图片说明',
  amount: '金额（元）',
  answers: '附加栏目',
  at: '时间',
  bank: '开户银行',
  bankAccount: '银行账号',
  call: '届次',
  channel: '方式',
  checkedInAt: '报到时间',
  comment: '评语',
  company: '单位',
  consentAt: '同意时间',
  contacts: '联系人',
  content: '内容',
  course: '培训班',
  createdAt: '建立时间',
  creditCode: '统一社会信用代码',
  day: '日期',
  detail: '内容',
  displayName: '名称',
  document: '文件',
  duties: '可以办理',
  earnedOn: '取得日期',
  email: '邮箱',
  endedAt: '结束时间',
  endsOn: '结束日期',
  entry: '项目',
  fee: '费用',
  feePaidYear: '会费缴至年度',
  fees: '会费',
  files: '材料',
  form: '填写的内容',
  from: '开始时间',
  fromDay: '开始日期',
  history: '办理记录',
  holderName: '持证者',
  hours: '学时',
  id: '编号',
  invitedBy: '邀请人',
  invoiceCreditCode: '发票税号',
  invoiceEmail: '收票邮箱',
  invoiceTitle: '发票抬头',
  isDefault: '默认抬头',
  isPersonal: '个人抬头',
  isPublic: '是否公开',
  issuedOn: '发证日期',
  joinedOn: '入会日期',
  kind: '种类',
  kindName: '种类',
  lastSignedInAt: '最近登录',
  lat: '纬度',
  level: '级别',
  levelAwarded: '授奖等级',
  levelName: '级别',
  levelWanted: '申报等级',
  licenceId: '营业执照（文件编号）',
  linkUrl: '链接',
  lng: '经度',
  logoId: '单位标志（文件编号）',
  mobile: '手机',
  name: '名称',
  number: '编号',
  opinion: '意见',
  own: '协会自定义的栏目',
  organisationName: '单位名称',
  paidOn: '汇款日期',
  payer: '付款人',
  phone: '电话',
  points: '各项评分',
  position: '职务',
  readAt: '阅读时间',
  reason: '原因',
  registration: '报名编号',
  result: '成绩',
  role: '身份',
  round: '评审轮次',
  scope: '范围',
  seat: '座位',
  seenAt: '最近使用',
  sentAt: '发出时间',
  sha256: '校验值（SHA-256）',
  shortName: '简称',
  size: '大小（字节）',
  startsOn: '开始日期',
  state: '状态',
  status: '状态',
  subject: '标题',
  submittedAt: '提交时间',
  text: '内容',
  ticketNumber: '准考证号',
  times: '次数',
  title: '标题',
  to: '至',
  toDay: '结束日期',
  total: '总分',
  type: '文件类型',
  updatedAt: '更新时间',
  url: '下载地址',
  usedAt: '最近使用',
  userAgent: '浏览器',
  userName: '用户名',
  validFrom: '有效期自',
  validTo: '有效期至',
  version: '版本',
  via: '查验方式',
  year: '年度',
}

/** Labels that override these for one kind of data. */
const ownLabels: Readonly<Record<string, Names>> = {
  organisation: labelsOf(organisationShape),
  person: { ...labelsOf(personFields), tags: '标签' },
  adverts: { position: '位置' },
  sessions: { address: '网络地址' },
  consents: { address: '网络地址' },
  wechats: { openid: '微信识别号（OpenID）', boundAt: '绑定于' },
  audit: { address: '网络地址' },
  texts: { to: '收件人' },
}

/** Names of codes by kind of data and column. */
const meanings: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  account: { kind: { organisation: '单位', person: '个人' } },
  consents: {
    document: { ...documentNames, publicDisclosure: '公开展示' },
    action: { given: '同意', withdrawn: '撤回' },
  },
  person: meaningsOf(personFields),
  membership: { status: memberStatusNames, state: receivableStateNames },
  certificates: { status: certificateStatusNames },
  messages: { kind: memberKinds },
  texts: { channel: { sms: '短信', mail: '邮件' } },
  lookups: { via: { number: '编号', qr: '二维码', batch: '批量', identity: '证件号码' } },
}

function labelsOf(fields: readonly FormField[]): Names {
  return Object.fromEntries(fields.map(({ name, label }) => [name, label]))
}

function meaningsOf(fields: readonly FormField[]): Record<string, Names> {
  return Object.fromEntries(
    fields.map(({ name, options = [] }) => [
      name,
      Object.fromEntries(options.map(({ code, name: meaning }) => [code, meaning])),
    ]),
  )
}

/** Label of a column; names taken from a form are returned unchanged. */
export const labelOf = (kind: string, column: string): string => ownLabels[kind]?.[column] ?? labels[column] ?? column

/** Name of a code; other values are returned unchanged. */
export function meaningOf(kind: string, column: string, value: string): string {
  if (kind === 'audit' && column === 'action') return actionName(value)
  if (column === 'provinceCode') return provinceName(value) || value
  return meanings[kind]?.[column]?.[value] ?? value
}
