import { defineForm, type FormField, fieldsIn, type NameIn, type Option, optionsOf } from '#lib/form/form.ts'
import { idTypes } from '#modules/members/personForm.ts'
import { isAskable, type ParticipantDemand } from '../kinds/kindForm.ts'
import { CONSENT_TEXT, examKindNames, stayNames } from '../participantWords.ts'

/** What decides which fields are asked: the kind of event, and the event itself. */
export type EnrolmentSettings = ParticipantDemand & {
  /** Levels to choose from; none where the course leads to one, or to none. */
  levels: readonly Option[]
  /** Fares to choose from; none where the event has one price. */
  fares: readonly Option[]
  asksPhoto: boolean
  asksStay: boolean
}

export const WHO = '报名单位'
export const INVOICE = '发票'
export const AGREEMENT = '确认'

/** Maximum number of participants per registration; larger companies send several. */
export const MAX_PARTICIPANTS = 100

const EDUCATION = ['博士研究生', '硕士研究生', '本科', '专科', '高中或中专', '初中及以下'].map(name => ({
  code: name,
  name,
}))

const who = fieldsIn(WHO)
export const registrantFields = defineForm([
  who('applicantType', '报名方式', {
    kind: 'choice',
    required: true,
    options: optionsOf({ organisation: '单位报名', person: '个人报名' }),
  }),
  who('orgName', '单位名称', { max: 60, autocomplete: 'organization', hint: '与营业执照一致' }),
  who('creditCode', '统一社会信用代码', { kind: 'creditCode', hint: '单位报名必填' }),
  who('provinceCode', '所在省份', { kind: 'province', required: true }),
  who('address', '通信地址', { max: 100, autocomplete: 'street-address' }),
  who('contactName', '联系人', { kind: 'personName', required: true, autocomplete: 'name' }),
  who('contactMobile', '联系人手机', { kind: 'mobile', required: true, personal: true, autocomplete: 'tel' }),
  who('contactEmail', '联系人邮箱', { kind: 'email', autocomplete: 'email' }),
])

const one = fieldsIn('')
/** All fields of a participant that events may ask, besides the questions of their kind. */
export const participantFields = (levels: readonly Option[], fares: readonly Option[]) =>
  defineForm([
    // Picks a person of the company; empty fields are filled from the register.
    one('personId', '本单位人员', { kind: 'number' }),
    one('name', '姓名', { kind: 'personName', required: true }),
    one('sex', '性别', { kind: 'choice', options: optionsOf({ male: '男', female: '女' }) }),
    one('idType', '证件类型', { kind: 'choice', options: idTypes }),
    one('idNumber', '证件号码', { max: 30, personal: true }),
    one('mobile', '手机', { kind: 'mobile', personal: true }),
    one('fare', '票种', { kind: 'choice', options: fares, required: true }),
    one('levelCode', '申报级别', { kind: 'choice', options: levels, required: true }),
    one('examKind', '报考类别', { kind: 'choice', options: optionsOf(examKindNames) }),
    one('oldCertificate', '原证书编号', { max: 40 }),
    one('education', '学历', { kind: 'choice', options: EDUCATION }),
    one('jobTitle', '职称', { max: 20, suggests: 'jobTitle' }),
    one('position', '职务', { max: 20, suggests: 'position' }),
    one('workYears', '从事年限', { kind: 'number', max: 60, unit: '年' }),
    one('photo', '照片', { kind: 'picture', required: true }),
    one('stay', '住宿', { kind: 'choice', options: optionsOf(stayNames) }),
    one('roommate', '同住人', { max: 20 }),
    one('diet', '饮食要求', { max: 20 }),
    one('consent', '同意公示', { kind: 'agreement', hint: CONSENT_TEXT }),
  ])

/** The name under which a kind asks a field; the type of a document is asked with its number. */
const askOf = (name: string) => (name === 'idType' ? 'idNumber' : name)

/** Fields of a participant that this event asks. */
export function participantColumns(settings: EnrolmentSettings): readonly FormField[] {
  const { levels, fares, asksPhoto, asksStay, isRenewal, asks, requires, questions } = settings
  const asked: { [Name in NameIn<ReturnType<typeof participantFields>>]?: boolean } = {
    fare: fares.length > 1,
    levelCode: levels.length > 0,
    examKind: isRenewal,
    oldCertificate: isRenewal,
    photo: asksPhoto,
    stay: asksStay,
    roommate: asksStay,
    diet: asksStay,
  }
  const fields = participantFields(levels, fares)
    .filter(({ name }) => asked[name] ?? (!isAskable(askOf(name)) || asks.includes(askOf(name))))
    .map(field => (requires.includes(field.name) ? { ...field, required: true } : field))
  // Consent stands last, below all that is published.
  const [others, consent] = [
    fields.filter(({ name }) => name !== 'consent'),
    fields.filter(({ name }) => name === 'consent'),
  ]
  return [...others, ...questions, ...consent]
}

/** Fields of somebody who takes over the place of a participant, with its fare. */
export const replacementColumns = (settings: EnrolmentSettings): readonly FormField[] =>
  participantColumns(settings).filter(({ name }) => name !== 'personId' && name !== 'fare')

/** The label and the heading of the rows of participants. */
const rowsField = (people: string, columns: readonly FormField[]): FormField =>
  fieldsIn(people)('participants', people, { kind: 'rows', required: true, max: MAX_PARTICIPANTS, columns })

const invoice = fieldsIn(INVOICE)
const invoiceFields = defineForm([
  invoice('invoiceKind', '发票', {
    kind: 'choice',
    required: true,
    options: optionsOf({ none: '不需要', ordinary: '增值税普通发票', special: '增值税专用发票' }),
  }),
  invoice('titleType', '抬头类型', {
    kind: 'choice',
    options: optionsOf({ organisation: '单位', person: '个人' }),
  }),
  invoice('invoiceTitle', '发票抬头', { max: 60 }),
  invoice('taxNumber', '纳税人识别号', { max: 20, hint: '单位抬头必填' }),
  invoice('regAddress', '注册地址', { max: 100, hint: '专用发票必填' }),
  invoice('regPhone', '注册电话', { kind: 'phone', hint: '专用发票必填' }),
  invoice('bank', '开户银行', { max: 60, hint: '专用发票必填' }),
  invoice('bankAccount', '银行账号', { max: 40, personal: true, hint: '专用发票必填' }),
  invoice('invoiceEmail', '接收邮箱', { kind: 'email', hint: '电子发票发到这里' }),
])

/** The names of the invoice's fields, so that the last one can be copied. */
export const invoiceNames: readonly string[] = invoiceFields.map(({ name }) => name)

const agreement = fieldsIn(AGREEMENT)
/** 报名表, in the order in which it is asked. */
export const enrolmentFields = (asking: EnrolmentSettings): readonly FormField[] => [
  ...registrantFields,
  rowsField(asking.people, participantColumns(asking)),
  ...invoiceFields,
  agreement('remark', '备注', { kind: 'paragraph', max: 200 }),
  agreement('agree', '报名须知，并确认所填内容真实', { kind: 'agreement', required: true }),
]
