import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { invalid, Refusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { typedNumber } from '#lib/typed.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { record } from '#modules/audit/server/record.ts'
import { findKind, levelOf, type Place, seriesOf } from '#modules/certificates/server/certificateCatalogue.ts'
import {
  certificateIssued,
  certificateReplaced,
  notifyHolder,
} from '#modules/certificates/server/certificateMessages.ts'
import {
  type Certificate,
  enterCertificates,
  type NewCertificate,
  numberKey,
} from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { endAfter } from '#modules/certificates/status.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { issuingContract } from '../contract.ts'
import { lockCertificate, recordAct, refuseUnlessOpen } from './acts.ts'
import { freeNumbers } from './freeNumbers.ts'
import { findHolder, type Holder } from './holders.ts'
import { notifyCertificateChange } from './onCertificateChange.ts'

type Endpoints = typeof issuingContract
type Issue = Endpoints['POST /staff/certificate/issue']

export const issuingHandlers = {
  'POST /staff/certificate/issue': async (ctx, given) => {
    return inTransaction(ctx, async tx => {
      const place = await findKind(tx, given.kindCode)
      if (!place) throw invalid('没有这个种类', { kindCode: '请从列表中选择种类' })
      if (place.kind.isRetired) throw invalid('种类已停用', { kindCode: `“${place.kind.name}”已停用，不再签发` })
      const holder = await holderFor(tx, place, given)
      refuseOutside(tx, 'staff:certificates', holder.provinceCode)
      const level = levelOf(place.kind, given.levelCode ?? '')
      const { association } = await readPublicConfig(tx)
      const of = {
        ...holder,
        register: place.register,
        groupCode: place.group.code,
        groupName: place.group.name,
        kindCode: place.kind.code,
        kindName: place.kind.name,
        levelCode: level.code,
        levelName: level.name,
        scope: given.scope || level.scope || '',
        issuer: association.name,
        ...datesOf(tx, given, place),
        source: given.number ? ('legacy' as const) : ('issued' as const),
      }
      const issued = await issueCertificate(tx, of, given.number)
      const detail = { kind: of.kindName, level: of.levelName, issuedOn: of.issuedOn, validTo: of.validTo }
      const about = { objectType: 'certificate', objectId: issued.id, objectName: issued.number }
      await record(tx, { action: 'certificate.issue', ...about, detail })
      await notifyHolder(tx, issued, certificateIssued)
      return { id: issued.id, number: issued.number }
    })
  },
  'POST /staff/certificate/replace': replaceCertificate,
} satisfies Partial<Handlers<Endpoints>>

type Replace = Endpoints['POST /staff/certificate/replace']
/** `seen`: of one that somebody has looked at; of many nobody has. `accept` throws where it may not be replaced. */
type Replacing = Omit<Parsed<Replace>, 'seen'> & { seen?: number; accept?: (old: Certificate, place?: Place) => Dates }

/** The same on new paper, under a new number: the old one says by which it was replaced. */
export function replaceCertificate(ctx: Ctx, { accept, ...asked }: Replacing): Promise<Output<Replace>> {
  return inTransaction(ctx, async tx => {
    const old = await lockCertificate(tx, asked)
    refuseUnlessOpen(old, 'replaced')
    const place = await findKind(tx, old.kindCode)
    const given = { ...asked, ...accept?.(old, place) }
    const level = given.levelCode && place ? levelOf(place.kind, given.levelCode) : undefined
    const copy = {
      ...copyOf(old),
      ...(level && { levelCode: level.code, levelName: level.name, scope: level.scope ?? old.scope }),
      ...(given.scope && { scope: given.scope }),
      ...(given.validTo || place ? datesOf(tx, given, place) : keptDates(tx, given, old)),
    }
    const issued = await issueCertificate(tx, copy, given.number)
    await recordAct(tx, old, { kind: 'replaced', effectiveOn: given.issuedOn, reason: given.reason })
    const about = { objectType: 'certificate', objectId: issued.id, objectName: issued.number }
    await record(tx, { action: 'certificate.issue', ...about, detail: { replaces: old.number } })
    await notifyHolder(tx, old, certificateReplaced, { 新编号: issued.number })
    return { id: issued.id, number: issued.number }
  })
}

/** Copies everything that is printed on the old certificate except number and dates. */
export const copyOf = (old: Certificate) => {
  const { register, holderName, organisationName, organisationId, personId, creditCode, provinceCode } = old
  const { groupCode, groupName, kindCode, kindName, levelCode, levelName, scope, issuer, publishedAt } = old
  return {
    register,
    holderName,
    organisationName,
    organisationId,
    personId,
    creditCode,
    provinceCode,
    groupCode,
    groupName,
    kindCode,
    kindName,
    levelCode,
    levelName,
    scope,
    issuer,
    publishedAt,
    replacesId: old.id,
  }
}

async function holderFor(ctx: Ctx, { register }: Place, given: Parsed<Issue>): Promise<Holder> {
  const isPersonal = register === 'personnel'
  const id = isPersonal ? given.personId : given.organisationId
  const holder = id && (await findHolder(ctx, isPersonal ? { personId: id } : { organisationId: id }))
  if (holder) return holder
  const message = isPersonal
    ? '请选择持证人员；名单里没有的，请先到“人员”中添加'
    : '请选择持证单位；名单里没有的，请先到“单位”中添加'
  throw invalid(message, { [isPersonal ? 'personId' : 'organisationId']: message })
}

export type Dates = Pick<Parsed<Issue>, 'issuedOn' | 'validFrom' | 'validTo'>

function datesOf({ now }: Ctx, { issuedOn, validFrom, validTo }: Dates, place: Place | undefined) {
  if (issuedOn > dayOf(now)) throw invalid('发证日期不能晚于今天', { issuedOn: '不能晚于今天' })
  const from = validFrom ?? issuedOn
  const to = validTo ?? endAfter(from, place!.kind.validYears)
  if (to !== null && to < from) throw invalid('有效期的起止颠倒了', { validTo: '不能早于有效期起' })
  return { issuedOn, validFrom: from, validTo: to }
}

/** The catalogue has lost the kind: it lasts as long as before. */
const keptDates = (ctx: Ctx, given: Dates, { validTo }: Certificate) =>
  validTo
    ? datesOf(ctx, { ...given, validTo }, undefined)
    : { issuedOn: given.issuedOn, validFrom: given.validFrom ?? given.issuedOn, validTo: null }

type Unnumbered = Omit<NewCertificate, 'number'>

/** Issues a certificate under the typed number, or the next one of its series. */
export async function issueCertificate(ctx: Ctx, of: Unnumbered, typed?: string | null): Promise<Certificate> {
  const number = typed ? await refuseTaken(ctx, typed) : await numberFor(ctx, of)
  const [entered] = await enterCertificates(ctx, [{ ...of, number }])
  await notifyCertificateChange(ctx, [entered!.id], 'issued')
  const [issued] = await ctx.db.select().from(certificate).where(eq(certificate.id, entered!.id))
  return issued!
}

/**
 * Refuses a number that is taken. Of two requests with the same number the second waits for the lock and is then
 * refused.
 */
async function refuseTaken(ctx: Ctx, typed: string): Promise<string> {
  const number = typedNumber(typed)
  if (!/\d/.test(number)) throw invalid('证书编号有误', { number: '编号中应有数字' })
  await lockKey(ctx, `certificate ${numberKey(number)}`)
  const taken = await findNumber(ctx, number)
  if (!taken) return number
  const whose = isWithin(ctx, 'staff:certificates', taken.provinceCode) ? `“${taken.holderName}”` : '其他地区的持有者'
  const message = `编号 ${taken.number} 已登记给${whose}，请核对，或留空由系统取号`
  throw new Refusal(409, message, { number: message })
}

const findNumber = async ({ db }: Pick<Ctx, 'db'>, number: string) =>
  (
    await db
      .select()
      .from(certificate)
      .where(eq(certificate.numberKey, numberKey(number)))
  )[0]

async function numberFor(ctx: Ctx, { register, kindCode, levelCode = '', issuedOn, provinceCode }: Unnumbered) {
  const of = { kindCode, levelCode, year: issuedOn.slice(0, 4), provinceCode: provinceCode ?? null }
  return (await freeNumbers(ctx, await seriesOf(ctx, register, of), 1))[0]!
}
