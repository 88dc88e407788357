import { creditCodeFault, plainCreditCode } from '../creditCode.ts'
import { isProvince } from '../provinces.ts'
import { plainResidentId, residentIdFault } from '../residentId.ts'
import { organisationNameFault, personNameFault, typedCode, typedLine, typedPersonName, typedText } from '../typed.ts'
import type { FieldKind, FieldValue, FormField, Point } from './form.ts'
import { isMobile, isPhone, plainMobile, plainPhone } from './phone.ts'

/** A value as it is kept, or what is wrong with it. */
type FieldResult = { value: FieldValue } | { error: string }

export const missingMessage = ({ kind, label }: FormField) => {
  if (kind === 'agreement') return `请先阅读并同意${label}`
  if (kind === 'rows') return `请至少填写一行${label}`
  if (kind === 'file') return `请上传${label}`
  return CHOSEN.includes(kind) ? `请选择${label}` : `请填写${label}`
}
const CHOSEN: readonly FieldKind[] = ['choice', 'choices', 'ranking', 'province', 'day', 'moment', 'point']

export function readField(field: FormField, given: unknown, today: string): FieldResult {
  switch (field.kind) {
    case 'number':
      return readNumber(field, given)
    case 'choices':
    case 'ranking':
      return readChoices(field, given)
    case 'point':
      return readPoint(given)
    case 'agreement':
      return given === true ? { value: true } : { error: missingMessage(field) }
    case 'picture':
      return isFileId(given) ? { value: given } : { error: '请重新上传图片' }
    case 'file':
      return isFileId(given) ? { value: given } : { error: '请重新上传文件' }
    default:
      return typeof given === 'string' || typeof given === 'number'
        ? readText(field, String(given), today)
        : { error: `${field.label}应为文字` }
  }
}

/** Limited to the range of the database's integer. */
const isFileId = (given: unknown): given is number =>
  Number.isInteger(given) && (given as number) > 0 && (given as number) <= 2_147_483_647

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
const POSTCODE = /^((0[1-9]|[1-8]\d)\d{4}|99907[78])$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** How what is typed is read, where it is no line. */
const readers: Partial<Record<FieldKind, (typed: string) => string>> = {
  paragraph: typedText,
  richText: typed => typed.trim(),
  personName: typedPersonName,
}

function readText(field: FormField, typed: string, today: string): FieldResult {
  const value = readers[field.kind]?.(typed) ?? typedLine(typed)
  switch (field.kind) {
    case 'mobile':
      return accept(plainMobile(value), isMobile, '手机号应为 11 位数字，以 1 开头')
    case 'phone':
      return accept(plainPhone(value), isPhone, '电话应为手机号或带区号的座机号，例如 010-5550 0126')
    case 'email':
      return accept(typedCode(value), v => v.length <= 254 && EMAIL.test(v), '邮箱格式应如 name@example.com')
    case 'postcode':
      return accept(typedCode(value), v => POSTCODE.test(v), '邮政编码应为 6 位数字')
    case 'creditCode':
      return acceptUnlessFault(plainCreditCode(value), creditCodeFault)
    case 'residentId':
      return acceptUnlessFault(plainResidentId(value), v => residentIdFault(v, today))
    case 'personName':
      return acceptUnlessFault(value, v => personNameFault(v, field.label))
    case 'organisationName':
      return acceptUnlessFault(value, v => organisationNameFault(v, field.label))
    case 'url':
      return accept(withScheme(value), isUrl, '网址应以 http:// 或 https:// 开头')
    case 'link':
      return accept(value, isLink, `${field.label}应为本站地址（以 / 开头），或以 https:// 开头的网址`)
    case 'day':
      return accept(typedCode(value), v => isDay(v), '日期应如 2026-01-31')
    case 'moment':
      return readMoment(value)
    case 'province':
      return accept(value, isProvince, '请从列表中选择省份')
    case 'choice':
      return accept(value, v => field.options!.some(({ code }) => code === v), `请从列表中选择${field.label}`)
    default:
      return [...value].length <= (field.max ?? 100)
        ? { value }
        : { error: `${field.label}不能超过 ${field.max ?? 100} 个字，现有 ${[...value].length} 个` }
  }
}

const accept = (value: string, fits: (value: string) => boolean, error: string): FieldResult =>
  fits(value) ? { value } : { error }

/** Kept unless something is wrong with it. */
function acceptUnlessFault(value: string, faultOf: (value: string) => string | null): FieldResult {
  const error = faultOf(value)
  return error === null ? { value } : { error }
}

const withScheme = (value: string) =>
  /^[\w-]+\.[\w-]/.test(value) && !/:\/\//.test(value) ? `https://${value}` : value
const isUrl = (value: string) => value.length <= 200 && /^https?:\/\/[^\s<>"']+$/i.test(value) && URL.canParse(value)
/** A page of this site, and never another host in disguise (`//host`), or a page of another site. */
const isLink = (value: string) =>
  /^\/(?![/\\])[^\s<>"'\\]{0,199}$/.test(value) || (/^https:/i.test(value) && isUrl(value))
const isDay = (value: string) =>
  DAY.test(value) && !Number.isNaN(Date.parse(value)) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d{2})?(?:\+08:00)?$/

/** Parses a time to the minute, in Shanghai time. */
function readMoment(typed: string): FieldResult {
  const [, day, time] = typed.normalize('NFKC').match(MOMENT) ?? []
  return day && isDay(day) ? { value: `${day}T${time}:00+08:00` } : { error: '时间应如 2026-01-31 09:00' }
}

function readNumber({ label, min = 0, max = 1e9, unit = '' }: FormField, given: unknown): FieldResult {
  const value = numberIn(String(given), unit || unitInLabel(label))
  if (!Number.isFinite(value)) return { error: `${label}应为数字` }
  if (value < min || value > max) return { error: `${label}应在 ${min} 到 ${max} ${unit}之间` }
  return { value: Math.round(value * 100) / 100 }
}

/** What people write behind a number of things, where the form names no unit: 25辆, 3 台套. */
const COUNTER =
  /^(?:名|位|个|辆|台|套|台套|件|条|艘|架|栋|座|间|项|份|张|次|岁|天|日|月|吨|公斤|千克|平方米|平米|㎡|m2|立方米|米|公里|%)$/

/** 自有货运车辆（辆）: the unit, where the association wrote it into the name. */
const unitInLabel = (label: string) => /[（(]([^（()）]{1,6})[)）]$/.exec(label)?.[1] ?? ''

/** Reads 5,000, 20万, and a number with its unit behind it, as people write them; `NaN` for what is no number. */
function numberIn(typed: string, unit: string): number {
  const plain = typedCode(typed).replace(/[,，￥¥]/g, '')
  const [, digits, thousands = '', rest = ''] = plain.match(/^([-+]?(?:\d+\.?\d*|\.\d+))([万亿])?(.*)$/) ?? []
  const perUnit = unit.startsWith('万') ? 10_000 : 1
  const unitOfOne = unit.replace(/^万/, '')
  const isCounted = ['', unit, unitOfOne, '元', '年', '人', '家'].includes(rest) || (unit === '' && COUNTER.test(rest))
  if (digits === undefined || !isCounted) return Number.NaN
  // In a field of 万元 a bare number is 万元, one with 元 behind it is not.
  const times = { 万: 10_000, 亿: 100_000_000 }[thousands] ?? (rest !== '' && rest !== unit ? 1 : perUnit)
  return times === perUnit ? Number(digits) : Math.round((Number(digits) * times * 100) / perUnit) / 100
}

/** In the order in which they were given: that of a ranking says which comes first. */
function readChoices({ label, options, max = Infinity }: FormField, given: unknown): FieldResult {
  const known = new Set<unknown>(options!.map(({ code }) => code))
  const chosen = [...new Set(Array.isArray(given) ? given : [given])]
  if (!chosen.every(one => known.has(one))) return { error: `请从列表中选择${label}` }
  return chosen.length <= max
    ? { value: chosen as string[] }
    : { error: `${label}最多选 ${max} 项，现有 ${chosen.length} 项` }
}

function readPoint(given: unknown): FieldResult {
  const { lng, lat } = (typeof given === 'object' && given ? given : {}) as Partial<Point>
  const fits = typeof lng === 'number' && typeof lat === 'number' && lng >= 73 && lng <= 136 && lat >= 3 && lat <= 54
  return fits ? { value: { lng, lat } } : { error: '坐标应在中国境内，例如 116.4074, 39.9042' }
}
