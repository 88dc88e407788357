import { dayOf } from '#lib/dates.ts'
import type { FieldErrors, FormRow, FormValues } from '#lib/form/form.ts'
import { plainMobile } from '#lib/form/phone.ts'
import { residentBornOn, residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { idNumberFault, plainIdNumber } from '#modules/members/personForm.ts'
import type { EventKind } from '#modules/training/kinds/server/eventKinds.ts'
import type { Course } from './enrolmentCourse.ts'
import { participantsIn } from './enrolmentFees.ts'

const ADULT = 18

type Of = { course: Pick<Course, 'startsOn'>; kind: Pick<EventKind, 'asks' | 'isAdultsOnly' | 'isRenewal'> }

/** Checks across fields. */
export const enrolmentFaults = (ctx: Pick<Ctx, 'now'>, of: Of, values: FormValues): FieldErrors => ({
  ...whoFaults(values),
  ...participantFaults(ctx, of, participantsIn(values)),
  ...invoiceFaults(values),
})

function whoFaults({ applicantType, orgName, creditCode }: FormValues): FieldErrors {
  if (applicantType !== 'organisation') return {}
  return {
    ...(!orgName && { orgName: '请填写单位名称' }),
    ...(!creditCode && { creditCode: '请填写统一社会信用代码' }),
  }
}

function participantFaults({ now }: Pick<Ctx, 'now'>, of: Of, rows: FormRow[]): FieldErrors {
  const errors: FieldErrors = {}
  const seen = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    const { column, fault } = rowFault(row, of, dayOf(now)) ?? {}
    if (column) errors[`participants.${i}.${column}`] = fault!
    const key = identityOf(row)
    if (!key) continue
    const before = seen.get(key.value)
    if (before !== undefined) errors[`participants.${i}.${key.column}`] ??= `与第 ${before + 1} 行的${key.label}相同`
    else seen.set(key.value, i)
  }
  return errors
}

/** The first thing that is wrong with somebody. */
function rowFault(row: FormRow, { course: { startsOn }, kind }: Of, today: string) {
  const { sex, examKind, oldCertificate } = row
  const idType = row.idType ?? 'resident'
  const idNumber = plainIdNumber(String(row.idNumber ?? ''))
  const at = (column: string, fault: string) => ({ column, fault })
  const fault = idNumber && kind.asks.includes('idNumber') && idNumberFault({ idType, idNumber }, today)
  if (fault) return at('idNumber', fault)
  if (isResident(idType, idNumber)) {
    if (sex && sex !== residentSex(idNumber)) return at('sex', '与证件号码不符，请核对')
    const isAdult = residentBornOn(idNumber) <= yearsBefore(startsOn, ADULT)
    if (kind.isAdultsOnly && !isAdult) return at('idNumber', `开始时未满 ${ADULT} 周岁，不能参加`)
  }
  if (kind.isRenewal && (examKind ?? 'renewal') === 'renewal' && !oldCertificate)
    return at('oldCertificate', '换证的请填写原证书编号')
}

/** What tells one participant of an event from another; undefined where nothing was asked that does. */
export function identityOf({ name, idNumber, mobile }: Record<string, unknown>) {
  const number = plainIdNumber(String(idNumber ?? ''))
  if (number) return { column: 'idNumber', label: '证件号码', value: number }
  const phone = plainMobile(String(mobile ?? ''))
  return phone
    ? { column: 'mobile', label: '姓名和手机', value: `${phone} ${String(name ?? '').replace(/\s/g, '')}` }
    : undefined
}

/** Returns whether the number contains the date of birth. */
export const isResident = (idType: unknown, idNumber: string) =>
  ['resident', 'residencePermit', 'permanentResidence'].includes(String(idType)) && /^\d{17}[\dX]$/.test(idNumber)

/** People born on 29 February come of age on 1 March. */
function yearsBefore(day: string, years: number): string {
  const same = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
  return same.endsWith('-02-29') ? `${same.slice(0, 4)}-02-28` : same
}

const ALWAYS = { titleType: '请选择抬头类型', invoiceTitle: '请填写发票抬头', invoiceEmail: '请填写接收发票的邮箱' }
const SPECIAL = {
  regAddress: '专用发票请填写注册地址',
  regPhone: '专用发票请填写注册电话',
  bank: '专用发票请填写开户银行',
  bankAccount: '专用发票请填写银行账号',
}

export function invoiceFaults(values: FormValues): FieldErrors {
  const { invoiceKind, titleType } = values
  if (!invoiceKind || invoiceKind === 'none') return {}
  const wanted = {
    ...ALWAYS,
    ...(titleType === 'organisation' && { taxNumber: '单位抬头请填写纳税人识别号' }),
    ...(invoiceKind === 'special' && SPECIAL),
  }
  const missing = Object.fromEntries(Object.entries(wanted).filter(([name]) => !values[name]))
  const isPersons = invoiceKind === 'special' && titleType === 'person'
  return isPersons ? { ...missing, titleType: '专用发票的抬头应为单位' } : missing
}
