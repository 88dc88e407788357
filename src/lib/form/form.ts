import { isCreditCode, plainCreditCode } from '../creditCode.ts'
import { minute } from '../dates.ts'
import { isProvince, provinceName } from '../provinces.ts'
import { isResidentId, plainResidentId } from '../residentId.ts'
import type { FileUse } from '../uploads.ts'

/**
 * A form as data: from one list of fields come its screen, its checks, its printed document and the comparison of two
 * rounds. The same list serves the server and the browser, so nothing here needs either.
 */
export type FormField = {
  name: string
  label: string
  /** Heading under which it stands. */
  section: string
  kind: FieldKind
  required?: boolean
  /** Characters of text, or the greatest number. */
  max?: number
  min?: number
  options?: readonly { code: string; name: string }[]
  unit?: string
  hint?: string
  /** Personal: stored encrypted, shown masked to others. */
  personal?: boolean
  /** Of a picture: what may be uploaded, where it is not any. */
  use?: FileUse
  /** What browsers may fill in by themselves. */
  autocomplete?: string
  /** Of `rows`: what each row holds; `max` is then the most rows. */
  columns?: readonly FormField[]
}

export const fieldKinds = [
  ...([
    'text',
    'paragraph',
    'number',
    'day',
    'moment',
    'choice',
    'choices',
    'province',
    'personName',
    'organisationName',
  ] as const),
  ...(['mobile', 'phone', 'email', 'postcode', 'creditCode', 'residentId', 'url', 'link'] as const),
  ...(['point', 'agreement', 'picture', 'richText', 'rows'] as const),
] as const
export type FieldKind = (typeof fieldKinds)[number]

export type Point = { lng: number; lat: number }
type CellValue = string | number | boolean | string[] | Point | null
/** One row of a field that holds several, by the names of its columns. */
export type FormRow = Record<string, CellValue>
export type FieldValue = CellValue | FormRow[]
/** Values by the name of the field; what is not filled in is absent. */
export type FormValues = Record<string, FieldValue>
export type FieldErrors = Record<string, string>

/** A value as it is kept, or what is wrong with it. */
type Read = { value: FieldValue } | { error: string }

type Reading = { whole: boolean; today: string }

/**
 * What somebody sent, in the form in which it is kept, and what is wrong with it. A draft (`whole: false`) may leave out
 * anything and keeps what cannot be accepted yet, as it was typed, as long as it is of a size to keep.
 */
export function readForm(
  fields: readonly FormField[],
  sent: Record<string, unknown>,
  { whole, today }: Reading,
): { values: FormValues; errors: FieldErrors } {
  const values: FormValues = {}
  const errors: FieldErrors = {}
  for (const field of fields) {
    const given = sent[field.name]
    if (isBlank(given)) {
      if (whole && field.required) errors[field.name] = missing(field)
      continue
    }
    if (field.kind === 'rows') {
      const read = readRows(field, given, { whole, today })
      values[field.name] = read.rows
      Object.assign(errors, read.errors)
      continue
    }
    const read = readField(field, given, today)
    if ('value' in read) values[field.name] = read.value
    else {
      errors[field.name] = read.error
      if (!whole && isKeepable(given)) values[field.name] = given
    }
  }
  return { values, errors: whole ? errors : {} }
}

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const DRAFT_LIMIT = 5000
const isKeepable = (value: unknown): value is FieldValue =>
  (typeof value === 'string' && value.length <= DRAFT_LIMIT) || typeof value === 'number'

const MOST_ROWS = 200

/** Row by row; what is wrong in the third row's `title` is named `persons.2.title`. Rows without anything are left out. */
function readRows({ name, label, required, columns, max = MOST_ROWS }: FormField, given: unknown, how: Reading) {
  const errors: FieldErrors = {}
  if (!Array.isArray(given)) return { rows: [], errors: { [name]: `${label}应为若干行` } }
  const filled = [...given.entries()].filter(
    (entry): entry is [number, Record<string, unknown>] =>
      typeof entry[1] === 'object' && entry[1] !== null && columns!.some(column => !isBlank(entry[1][column.name])),
  )
  if (filled.length > max) errors[name] = `${label}不能超过 ${max} 行，现有 ${filled.length} 行`
  const rows = filled.slice(0, max).map(([i, row]) => {
    const read = readForm(columns!, row, how)
    for (const [column, error] of Object.entries(read.errors)) errors[`${name}.${i}.${column}`] = error
    return read.values as FormRow
  })
  if (how.whole && required && rows.length === 0) errors[name] = `请至少填写一行${label}`
  return { rows, errors }
}

/** As they are kept: a row that says nothing is none. */
export const withoutEmptyRows = (fields: readonly FormField[], values: FormValues): FormValues => ({
  ...values,
  ...Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const rows = kind === 'rows' && (values[name] as FormRow[] | null | undefined)
      return rows ? [[name, rows.filter(row => !Object.values(row).every(isBlank))]] : []
    }),
  ),
})

/** Where an error stands, for people: of `persons.2.title` 人员 第 3 行：职称; undefined for a field of no such name. */
export function placeOf(fields: readonly FormField[], name: string): { label: string; inRow?: string } | undefined {
  const [first, row, column] = name.split('.')
  const field = fields.find(one => one.name === (column ? first : name))
  if (!field || !column) return field
  const cell = field.columns?.find(one => one.name === column)
  return cell && { label: cell.label, inRow: `${field.label} 第 ${Number(row) + 1} 行` }
}

const missing = ({ kind, label }: FormField) => {
  if (kind === 'agreement') return `请先阅读并同意${label}`
  if (kind === 'rows') return `请至少填写一行${label}`
  return /^(choice|choices|province|day|moment|point)$/.test(kind) ? `请选择${label}` : `请填写${label}`
}

function readField(field: FormField, given: unknown, today: string): Read {
  switch (field.kind) {
    case 'number':
      return readNumber(field, given)
    case 'choices':
      return readChoices(field, given)
    case 'point':
      return readPoint(given)
    case 'agreement':
      return given === true ? { value: true } : { error: missing(field) }
    case 'picture':
      return isFileId(given) ? { value: given } : { error: '请重新上传图片' }
    default:
      return typeof given === 'string' || typeof given === 'number'
        ? readText(field, String(given), today)
        : { error: `${field.label}应为文字` }
  }
}

/** As the database can hold it. */
const isFileId = (given: unknown): given is number =>
  Number.isInteger(given) && (given as number) > 0 && (given as number) <= 2_147_483_647

/** Half-width, without the spaces and the +86 that people copy along. */
const plain = (typed: string) => typed.normalize('NFKC').replace(/\s/g, '')
const plainMobile = (typed: string) =>
  plain(typed)
    .replace(/^(\+|00)86/, '')
    .replace(/-/g, '')

const MOBILE = /^1[3-9]\d{9}$/
const PHONE = /^((0\d{2,3}-?)?[2-9]\d{6,7}(-\d{1,6})?|[48]00-?\d{3}-?\d{4}|1[3-9]\d{9})$/
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
const POSTCODE = /^((0[1-9]|[1-8]\d)\d{4}|99907[78])$/
const PERSON = /^([\u3400-\u9fff\u{20000}-\u{3ffff}·]{2,20}|[A-Za-z][A-Za-z .'-]{1,49})$/u
const ORGANISATION = /^[\p{L}\p{N}（）()&·、.\-—\s]{4,60}$/u
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const isMobile = (mobile: string) => MOBILE.test(mobile)
/** What somebody typed as a mobile number, as it is kept. */
export { plainMobile }

function readText(field: FormField, typed: string, today: string): Read {
  const value = typed.trim()
  switch (field.kind) {
    case 'mobile':
      return accept(plainMobile(value), isMobile, '手机号应为 11 位数字，以 1 开头')
    case 'phone':
      return accept(plain(value), v => PHONE.test(v), '电话应为手机号或带区号的座机号，例如 010-55500126')
    case 'email':
      return accept(plain(value), v => v.length <= 254 && EMAIL.test(v), '邮箱格式应如 name@example.com')
    case 'postcode':
      return accept(plain(value), v => POSTCODE.test(v), '邮政编码应为 6 位数字')
    case 'creditCode':
      return accept(plainCreditCode(value), isCreditCode, '统一社会信用代码应为 18 位，请对照营业执照核对')
    case 'residentId':
      return accept(plainResidentId(value), v => isResidentId(v, today), '身份证号码应为 18 位，请核对')
    case 'personName':
      return accept(value.normalize('NFC'), v => PERSON.test(v), `${field.label}应为 2 到 20 个汉字，或外文姓名`)
    case 'organisationName':
      return accept(value, v => ORGANISATION.test(v), `${field.label}应为 4 到 60 个字，与证照一致`)
    case 'url':
      return accept(withScheme(value), isUrl, '网址应以 http:// 或 https:// 开头')
    case 'link':
      return accept(value, isLink, `${field.label}应为本站地址（以 / 开头），或以 https:// 开头的网址`)
    case 'day':
      return accept(plain(value), v => isDay(v), '日期应如 2026-01-31')
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

const accept = (value: string, fits: (value: string) => boolean, error: string): Read =>
  fits(value) ? { value } : { error }

const withScheme = (value: string) =>
  /^[\w-]+(\.[\w-]+)+/.test(value) && !/:\/\//.test(value) ? `https://${value}` : value
const isUrl = (value: string) => value.length <= 200 && /^https?:\/\/[^\s<>"']+$/i.test(value) && URL.canParse(value)
/** A page of this site, and never another host in disguise (`//host`), or a page of another site. */
const isLink = (value: string) =>
  /^\/(?![/\\])[^\s<>"'\\]{0,199}$/.test(value) || (/^https:/i.test(value) && isUrl(value))
const isDay = (value: string) =>
  DAY.test(value) && !Number.isNaN(Date.parse(value)) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value)

const MOMENT = /^(\d{4}-\d{2}-\d{2})[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?::\d{2})?(?:\+08:00)?$/

/** By the clock of Shanghai, to the minute. */
function readMoment(typed: string): Read {
  const [, day, time] = typed.normalize('NFKC').match(MOMENT) ?? []
  return day && isDay(day) ? { value: `${day}T${time}:00+08:00` } : { error: '时间应如 2026-01-31 09:00' }
}

function readNumber({ label, min = 0, max = 1e9, unit = '' }: FormField, given: unknown): Read {
  const value = typeof given === 'number' ? given : Number(plain(String(given)).replace(/,/g, ''))
  if (!Number.isFinite(value)) return { error: `${label}应为数字` }
  if (value < min || value > max) return { error: `${label}应在 ${min} 到 ${max} ${unit}之间` }
  return { value: Math.round(value * 100) / 100 }
}

function readChoices({ label, options }: FormField, given: unknown): Read {
  const known = new Set(options!.map(({ code }) => code))
  const chosen = Array.isArray(given) ? given : [given]
  return chosen.every(one => typeof one === 'string' && known.has(one))
    ? { value: [...new Set(chosen as string[])] }
    : { error: `请从列表中选择${label}` }
}

function readPoint(given: unknown): Read {
  const { lng, lat } = (typeof given === 'object' && given ? given : {}) as Partial<Point>
  const fits = typeof lng === 'number' && typeof lat === 'number' && lng >= 73 && lng <= 136 && lat >= 3 && lat <= 54
  return fits ? { value: { lng, lat } } : { error: '坐标应在中国境内，例如 116.4074, 39.9042' }
}

/** The value as people read it, in a printed form or a comparison. */
export function wordsOf(field: FormField, value: FieldValue | undefined): string {
  if (value === undefined || value === null || value === '') return ''
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return [value]
        .flat()
        .map(code => field.options?.find(option => option.code === code)?.name ?? String(code))
        .join('、')
    case 'province':
      return provinceName(String(value))
    case 'point':
      return `${(value as Point).lng}, ${(value as Point).lat}`
    case 'agreement':
      return value ? '是' : ''
    case 'picture':
      return '已上传'
    case 'moment':
      return minute(String(value))
    case 'richText':
      return wordsOfHtml(String(value))
    case 'rows':
      return tableOf(field, value)!
        .rows.map(cells => cells.filter(Boolean).join('，'))
        .join('\n')
    case 'number':
      return `${value}${field.unit ? ` ${field.unit}` : ''}`
    default:
      return String(value)
  }
}

/** A field of rows as people read it; null for any other. */
export function tableOf(
  { kind, columns = [] }: FormField,
  value: FieldValue | undefined,
): { head: string[]; rows: string[][] } | null {
  if (kind !== 'rows') return null
  const rows = (Array.isArray(value) ? value : []) as FormRow[]
  return {
    head: columns.map(({ label }) => label),
    rows: rows.map(row => columns.map(column => wordsOf(column, row[column.name]))),
  }
}

/** Line by line, and where which picture or video is. */
const wordsOfHtml = (html: string) =>
  html
    .replace(/<img [^<>]*?file\/(\d+)[^<>]*>/g, '【图片 $1】')
    .replace(/<video [^<>]*?file\/(\d+)[^<>]*>/g, '【视频 $1】')
    .replace(/<\/(p|h[1-6]|li|tr|blockquote|pre)>|<br \/>/g, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, entity => entities[entity]!)
    .trim()
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The names of the fields whose values differ. */
export const changedFields = (fields: readonly FormField[], before: FormValues, after: FormValues): string[] =>
  fields.flatMap(({ name }) =>
    JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null) ? [] : name,
  )
