import type { FormField } from '#lib/form/form.ts'
import { idTypes } from '#modules/members/personForm.ts'
import { CONSENT_TEXT, examKindNames, stayNames } from '../participants/participantWords.ts'

/** What of a course decides which questions it asks. */
export type Asking = {
  /** Levels to choose from; none where the course leads to one, or to none. */
  levels: readonly { code: string; name: string }[]
  asksPhoto: boolean
  asksStay: boolean
  /** Whoever comes to renew says which certificate. */
  isRenewal: boolean
}

export const WHO = '报名单位'
export const PARTICIPANTS = '参训人员'
export const INVOICE = '发票'
export const AGREEMENT = '确认'

/** In one registration at most; a company that sends more signs up again. */
export const MOST_PARTICIPANTS = 100

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([code, name]) => ({ code, name }))
const SEXES = [
  { code: 'male', name: '男' },
  { code: 'female', name: '女' },
]
const EDUCATION = ['博士研究生', '硕士研究生', '本科', '专科', '高中或中专', '初中及以下'].map(name => ({
  code: name,
  name,
}))

/** 报名表, in the order in which it is asked. */
export const enrolmentFields = (asking: Asking): readonly FormField[] => [
  ...who,
  {
    name: 'participants',
    label: '参训人员',
    section: PARTICIPANTS,
    kind: 'rows',
    required: true,
    max: MOST_PARTICIPANTS,
    columns: participantColumns(asking),
  },
  ...invoice,
  { name: 'remark', label: '备注', section: AGREEMENT, kind: 'paragraph', max: 200 },
  { name: 'agree', label: '报名须知，并确认所填内容真实', section: AGREEMENT, kind: 'agreement', required: true },
]

const who: readonly FormField[] = [
  {
    name: 'applicantType',
    label: '报名方式',
    section: WHO,
    kind: 'choice',
    required: true,
    options: [
      { code: 'organisation', name: '单位报名' },
      { code: 'person', name: '个人报名' },
    ],
  },
  {
    name: 'orgName',
    label: '单位名称',
    section: WHO,
    kind: 'text',
    max: 60,
    autocomplete: 'organization',
    hint: '与营业执照一致；个人报名的填工作单位，没有的可以不填',
  },
  { name: 'creditCode', label: '统一社会信用代码', section: WHO, kind: 'creditCode', hint: '单位报名必填' },
  { name: 'provinceCode', label: '所在省份', section: WHO, kind: 'province', required: true },
  { name: 'address', label: '通信地址', section: WHO, kind: 'text', max: 100, autocomplete: 'street-address' },
  { name: 'contactName', label: '联系人', section: WHO, kind: 'personName', required: true, autocomplete: 'name' },
  {
    name: 'contactMobile',
    label: '联系人手机',
    section: WHO,
    kind: 'mobile',
    required: true,
    personal: true,
    autocomplete: 'tel',
  },
  { name: 'contactEmail', label: '联系人邮箱', section: WHO, kind: 'email', autocomplete: 'email' },
]

export const participantColumns = ({ levels, asksPhoto, asksStay, isRenewal }: Asking): readonly FormField[] => {
  const of = { section: PARTICIPANTS } as const
  return [
    // Somebody of the company's own: what is left empty is taken from the register.
    { ...of, name: 'personId', label: '本单位人员', kind: 'number' },
    { ...of, name: 'name', label: '姓名', kind: 'personName', required: true },
    { ...of, name: 'sex', label: '性别', kind: 'choice', options: SEXES },
    { ...of, name: 'idType', label: '证件类型', kind: 'choice', options: idTypes },
    { ...of, name: 'idNumber', label: '证件号码', kind: 'text', max: 30, personal: true },
    { ...of, name: 'mobile', label: '手机', kind: 'mobile', personal: true },
    ...(levels.length
      ? [{ ...of, name: 'levelCode', label: '申报级别', kind: 'choice', options: levels, required: true } as const]
      : []),
    ...(isRenewal
      ? ([
          { ...of, name: 'examKind', label: '报考类别', kind: 'choice', options: optionsOf(examKindNames) },
          { ...of, name: 'oldCertificate', label: '原证书编号', kind: 'text', max: 40 },
        ] as const)
      : []),
    { ...of, name: 'education', label: '学历', kind: 'choice', options: EDUCATION },
    { ...of, name: 'jobTitle', label: '职称', kind: 'text', max: 20 },
    { ...of, name: 'position', label: '职务', kind: 'text', max: 20 },
    { ...of, name: 'workYears', label: '从事年限', kind: 'number', max: 60, unit: '年' },
    ...(asksPhoto ? [{ ...of, name: 'photo', label: '照片', kind: 'picture', required: true } as const] : []),
    ...(asksStay
      ? ([
          { ...of, name: 'stay', label: '住宿', kind: 'choice', options: optionsOf(stayNames) },
          { ...of, name: 'roommate', label: '同住人', kind: 'text', max: 20 },
          { ...of, name: 'diet', label: '饮食要求', kind: 'text', max: 20 },
        ] as const)
      : []),
    { ...of, name: 'consent', label: '同意公示', kind: 'agreement', hint: CONSENT_TEXT },
  ]
}

const invoice: readonly FormField[] = [
  {
    name: 'invoiceKind',
    label: '发票',
    section: INVOICE,
    kind: 'choice',
    required: true,
    options: [
      { code: 'none', name: '不需要' },
      { code: 'ordinary', name: '增值税普通发票' },
      { code: 'special', name: '增值税专用发票' },
    ],
  },
  {
    name: 'titleType',
    label: '抬头类型',
    section: INVOICE,
    kind: 'choice',
    options: [
      { code: 'organisation', name: '单位' },
      { code: 'person', name: '个人' },
    ],
  },
  { name: 'invoiceTitle', label: '发票抬头', section: INVOICE, kind: 'text', max: 60 },
  { name: 'taxNumber', label: '纳税人识别号', section: INVOICE, kind: 'text', max: 20, hint: '单位抬头必填' },
  { name: 'regAddress', label: '注册地址', section: INVOICE, kind: 'text', max: 100, hint: '专用发票必填' },
  { name: 'regPhone', label: '注册电话', section: INVOICE, kind: 'phone', hint: '专用发票必填' },
  { name: 'bank', label: '开户银行', section: INVOICE, kind: 'text', max: 60, hint: '专用发票必填' },
  {
    name: 'bankAccount',
    label: '银行账号',
    section: INVOICE,
    kind: 'text',
    max: 40,
    personal: true,
    hint: '专用发票必填',
  },
  { name: 'invoiceEmail', label: '接收邮箱', section: INVOICE, kind: 'email', hint: '电子发票发到这里' },
]

/** The names of the invoice's fields, so that the last one can be copied. */
export const invoiceNames = invoice.map(({ name }) => name)
