import { daysBetween } from '#lib/dates.ts'
import {
  defineForm,
  type FormField,
  type FormRow,
  type FormValues,
  fieldsIn,
  type Option,
  optionsOf,
  rowsIn,
} from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { halfNames, sessionsOf } from '../attendance.ts'
import type { Fare, LevelFare } from '../fares.ts'
import { courseWords, type EventWords } from '../kinds/eventWords.ts'
import { refundFields, refundStepsIn } from '../refundForm.ts'
import { faultOfSteps } from '../refundRule.ts'
import { modeNames } from './courseModes.ts'

/** The cards of a course's screen, each edited by itself. */
export const courseSections = [
  '基本信息',
  '时间',
  '方式与地点',
  '名额与收费',
  '联系方式',
  '考核与学时',
  '报名要求',
  '课程内容',
] as const
const [BASIC, TIME, PLACE, SEATS, CONTACT, EXAM, ASKING, CONTENT] = courseSections
const basic = fieldsIn(BASIC)
const time = fieldsIn(TIME)
const place = fieldsIn(PLACE)
const seats = fieldsIn(SEATS)
const contact = fieldsIn(CONTACT)
const exam = fieldsIn(EXAM)
const asking = fieldsIn(ASKING)
const content = fieldsIn(CONTENT)

/** Fields with inputs of their own instead of a form line: the text and its attachments. */
export const SYLLABUS = 'syllabus'
export const ATTACHMENTS = 'attachments'
export const MAX_ATTACHMENTS = 10
/** Maximum length of the HTML, in characters. */
export const MAX_SYLLABUS_LENGTH = 100_000

const YES_NO = optionsOf({ yes: '是', no: '否' })

const sessionColumns = defineForm([
  time('day', '日期', { kind: 'day', required: true }),
  time('half', '时段', { kind: 'choice', required: true, options: optionsOf(halfNames) }),
])
const money = { kind: 'number', min: 0, max: 100_000, unit: '元' } as const
const fareColumns = defineForm([
  // Given by the program: participants keep it.
  seats('code', '代号', { max: 8, hidden: true }),
  seats('name', '票种', { required: true, max: 20 }),
  seats('feeMember', '会员价', { ...money, required: true }),
  seats('feeOther', '非会员价', { ...money, required: true }),
  seats('earlyUntil', '早鸟截止日', { kind: 'day' }),
  seats('earlyMember', '早鸟会员价', money),
  seats('earlyOther', '早鸟非会员价', money),
  seats('quota', '张数', { kind: 'number', min: 1, max: 5000 }),
])
const levelFareColumns = (levels: readonly Option[]) =>
  defineForm([
    seats('fare', '票种', { required: true, max: 20 }),
    seats('level', '会员级别', { kind: 'choice', required: true, options: levels }),
    seats('fee', '价格', money),
    seats('free', '每家免费名额', { kind: 'number', min: 1, max: 100, unit: '个' }),
  ])
const attachmentColumns = defineForm([content('file', '文件', { kind: 'picture', required: true })])

/** Choices from the association's own lists; `certificates`: what a course may lead to, as `kind` or `kind:level`. */
type Choices = Record<'kinds' | 'certificates', readonly Option[]> & {
  levels?: readonly Option[]
  words?: Pick<EventWords, 'speakers' | 'agenda'>
}

export const courseFields = ({ kinds, certificates, levels = [], words = courseWords }: Choices) =>
  defineForm([
    basic('title', '名称', { required: true, max: 80 }),
    basic('kind', '类别', { kind: 'choice', required: true, options: kinds }),
    basic('batch', '期次', { max: 20, hint: '如 第3期，没有的不填' }),
    basic('certificate', '对应证书', {
      kind: 'choice',
      options: certificates,
      hint: '结业后发哪种证书；不发证书的不选',
    }),
    basic('notice', '通知文章', { max: 200, hint: '文章的编号，或把文章的网址粘贴在这里' }),
    time('applyFrom', '报名开始', { kind: 'moment', required: true }),
    time('applyDeadline', '报名截止日', { kind: 'day', required: true, hint: '到当天 24 时（北京时间）为止' }),
    time('startsOn', '开班日期', { kind: 'day', required: true }),
    time('endsOn', '结束日期', { kind: 'day', required: true }),
    time('checkInOn', '报到日期', { kind: 'day' }),
    time('sessions', '考勤场次', {
      kind: 'rows',
      max: 120,
      hint: '在哪些半天点名；可按开班和结束日期一次生成，再删去不点名的',
      columns: sessionColumns,
    }),
    place('mode', '方式', { kind: 'choice', required: true, options: optionsOf(modeNames) }),
    place('provinceCode', '省份', { kind: 'province' }),
    place('city', '城市', { max: 20 }),
    place('address', '地点', { max: 100, hint: '场所名称和详细地址' }),
    place('point', '地图位置', { kind: 'point' }),
    place('hotel', '住宿', { kind: 'paragraph', max: 300, hint: '推荐或协议酒店、价格、怎样到达' }),
    seats('quota', '名额', { kind: 'number', required: true, min: 1, max: 5000, unit: '人' }),
    seats('minimum', '最少开班人数', { kind: 'number', min: 1, max: 5000, unit: '人' }),
    seats('feeMember', '会员收费', { kind: 'number', max: 100_000, unit: '元/人', hint: '有几种票的不填，填在下面' }),
    seats('feeOther', '非会员收费', { kind: 'number', max: 100_000, unit: '元/人' }),
    seats('fares', '票种', {
      kind: 'rows',
      max: 20,
      isOrdered: true,
      hint: '有几种票的填写，如 全程票、单日票；每人报名时选一种，张数不填的只受名额限制',
      columns: fareColumns,
    }),
    seats('levelFares', '会员级别的票价', {
      kind: 'rows',
      max: 60,
      hint: '某些级别另有价格，或每家会员有几个免费名额的填写；价格不填的按会员价',
      columns: levelFareColumns(levels),
    }),
    seats('feeNote', '收费说明', { kind: 'paragraph', max: 300, hint: '包含哪些、不包含哪些' }),
    ...refundFields(SEATS),
    seats('payDays', '缴费期限', {
      kind: 'number',
      required: true,
      min: 1,
      max: 90,
      unit: '天',
      hint: '审核通过后多少天内缴费，逾期名额收回',
    }),
    seats('offerDays', '递补确认期限', {
      kind: 'number',
      required: true,
      min: 1,
      max: 30,
      unit: '天',
      hint: '空出的名额为候补者保留多少天',
    }),
    contact('contactName', '联系人', { max: 40 }),
    contact('contactPhone', '联系电话', { kind: 'phone' }),
    contact('contactEmail', '联系邮箱', { kind: 'email' }),
    exam('hasExam', '有考核', { kind: 'choice', required: true, options: YES_NO }),
    exam('passScore', '理论合格线', { kind: 'number', min: 0, max: 100, unit: '分', hint: '满分 100' }),
    exam('passPractice', '实操合格线', {
      kind: 'number',
      min: 0,
      max: 100,
      unit: '分',
      hint: '满分 100；没有实操的不填',
    }),
    exam('hours', '学时', { kind: 'number', max: 1000, unit: '学时', hint: '结业后记入继续教育学时' }),
    exam('hasNotice', '发证前公示', { kind: 'choice', required: true, options: YES_NO }),
    asking('asks', '报名时还要填写', {
      kind: 'choices',
      options: optionsOf({ photo: '证件照片', stay: '住宿需求' }),
    }),
    content('teachers', words.speakers, { kind: 'paragraph', max: 500 }),
    content('cover', '封面', { kind: 'picture' }),
    content(SYLLABUS, words.agenda, { kind: 'richText', max: MAX_SYLLABUS_LENGTH }),
    content(ATTACHMENTS, '附件', {
      kind: 'rows',
      max: MAX_ATTACHMENTS,
      columns: attachmentColumns,
    }),
  ])

/** What a kind of event may have besides its dates, places and price. */
export type EventFeatures = { hasExam: boolean; hasHours: boolean; hasCertificates: boolean }
const featureFields: Record<keyof EventFeatures, readonly string[]> = {
  hasExam: ['hasExam', 'passScore', 'passPractice'],
  hasHours: ['hours'],
  hasCertificates: ['certificate', 'hasNotice'],
}

/** The fields that an event of this kind has. */
export function fieldsOfKind<Field extends FormField>(fields: readonly Field[], kind: EventFeatures): Field[] {
  const absent = typedKeys(featureFields).flatMap(feature => (kind[feature] ? [] : featureFields[feature]))
  return fields.filter(({ name }) => !absent.includes(name))
}

/** Values with which a new event of any kind begins; those of fields that its kind lacks are left out. */
export const newCourse: FormValues = {
  mode: 'onsite',
  payDays: 7,
  offerDays: 2,
  hasExam: 'yes',
  passScore: 60,
  hours: 0,
  hasNotice: 'yes',
}

/** Fields that are not copied to the next course of its kind. */
export const DATE_FIELDS = ['applyFrom', 'applyDeadline', 'startsOn', 'endsOn', 'checkInOn', 'sessions']

/** The half days between the first day and the last, as the form has them. */
export const sessionRows = ({ startsOn, endsOn }: FormValues): FormRow[] =>
  typeof startsOn === 'string' && typeof endsOn === 'string' && startsOn <= endsOn
    ? sessionsOf(startsOn, endsOn).map(({ day, half }) => ({ day, half }))
    : []

/** Fares as the form has them; a row without a code is new. */
export const faresIn = (values: FormValues): Fare[] =>
  rowsIn(values, 'fares').map(row => ({
    code: String(row.code ?? ''),
    name: String(row.name ?? ''),
    feeMember: Number(row.feeMember ?? 0),
    feeOther: Number(row.feeOther ?? 0),
    earlyUntil: row.earlyUntil ? String(row.earlyUntil) : null,
    earlyMember: numberOrNull(row.earlyMember),
    earlyOther: numberOrNull(row.earlyOther),
    quota: numberOrNull(row.quota),
  }))

export const levelFaresIn = (values: FormValues): LevelFare[] =>
  rowsIn(values, 'levelFares').map(({ fare, level, fee, free }) => ({
    fare: String(fare ?? ''),
    level: String(level ?? ''),
    fee: numberOrNull(fee),
    free: numberOrNull(free),
  }))

const numberOrNull = (value: FormRow[string] | undefined) => (typeof value === 'number' ? value : null)

/** Maximum duration in days; more is taken for a typing error. */
const MAX_COURSE_DAYS = 400
/** Counted, not measured. */
const INTEGER_FIELDS = ['quota', 'minimum', 'payDays', 'offerDays', 'passScore', 'passPractice', 'hours']

/** Checks across fields. */
export function clashesOf(values: FormValues): Record<string, string> {
  const { applyFrom, applyDeadline, startsOn, endsOn, checkInOn, minimum, quota, hasExam, passScore } = values
  const wrong: Record<string, string> = {}
  const isBefore = (one: unknown, other: unknown) => !!one && !!other && String(one) < String(other)
  if (isBefore(applyDeadline, String(applyFrom ?? '').slice(0, 10))) wrong.applyDeadline = '不能早于报名开始的那一天'
  if (isBefore(endsOn, startsOn)) wrong.endsOn = '不能早于开班日期'
  else if (startsOn && endsOn && daysBetween(String(startsOn), String(endsOn)) > MAX_COURSE_DAYS)
    wrong.endsOn = `一个班不能超过 ${MAX_COURSE_DAYS} 天，请核对年份`
  if (isBefore(startsOn, applyDeadline)) wrong.applyDeadline ??= '不能晚于开班日期'
  if (isBefore(endsOn, checkInOn)) wrong.checkInOn = '不能晚于结束日期'
  if (minimum && quota && minimum > quota) wrong.minimum = '不能超过名额'
  for (const [name, label] of [
    ['feeMember', '会员收费'],
    ['feeOther', '非会员收费'],
  ] as const)
    if (rowsIn(values, 'fares').length === 0 && (values[name] ?? null) === null) wrong[name] = `请填写${label}`
  if (hasExam === 'yes' && (passScore === undefined || passScore === null)) wrong.passScore = '请填写理论合格线'
  const fault = faultOfSteps(refundStepsIn(values))
  if (fault) wrong.refundSteps = fault
  for (const name of INTEGER_FIELDS) if (!Number.isInteger(values[name] ?? 0)) wrong[name] = '应为整数'
  return wrong
}

/** Fields that visitors need; without them a course cannot be published. */
export function missingOf(values: FormValues, { agenda }: Pick<EventWords, 'agenda'>): Record<string, string> {
  const wanted: [name: string, text: string][] = [
    ['contactName', '请填写联系人，有问题时找谁'],
    ['contactPhone', '请填写联系电话'],
    [SYLLABUS, `请填写${agenda}`],
  ]
  if (values.mode !== 'online')
    wanted.push(['provinceCode', '请选择所在的省份'], ['city', '请填写所在的城市'], ['address', '请填写地点'])
  return Object.fromEntries(wanted.filter(([name]) => !values[name]))
}
