import { asc, eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordAct } from '#modules/certificates/issuing/server/acts.ts'
import { copyOf } from '#modules/certificates/issuing/server/issuing.ts'
import { defineCatalogue } from '#modules/certificates/server/certificateCatalogue.ts'
import { type Certificate, enterCertificates, numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { certificateKinds, DEFAULT_TERM_YEARS } from '#modules/membership/joining/server/admission.ts'
import { joinedOnOf, membershipSheet } from '#modules/membership/joining/server/certificateSheet.ts'
import { memberLevel } from '#modules/membership/server/tables.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import type { staffRegisterContract } from '../contract.ts'
import { memberRules } from '../memberActs.ts'
import type { Member } from './memberChanges.ts'

type GivenAct = Omit<Parsed<(typeof staffRegisterContract)['POST /staff/member/act']>, 'version'>
type Changed = { before: Member; after: Member; given: GivenAct }

export async function termEnd(ctx: Ctx, from: string): Promise<string> {
  const { termEndsOn = null } = (await readSetting(ctx, 'membership')) ?? {}
  return termEndsOn && termEndsOn > from ? termEndsOn : lastDay(from, DEFAULT_TERM_YEARS)
}

/** Applies an act to the certificate; returns the id of the certificate that is valid from now on. */
export async function applyToCertificate(ctx: Ctx, { before, after, given }: Changed): Promise<number | null> {
  const { certificate: becomes } = memberRules[given.action]
  if (!becomes || before.certificateId === null) return before.certificateId
  const [old] = await ctx.db.select().from(certificate).where(eq(certificate.id, before.certificateId)).for('update')
  const { effectiveOn, reason } = given
  if (becomes !== 'renewed') {
    // Resumes only suspended certificates, and ends only those still in force.
    const fits = becomes === 'resumed' ? old!.status === 'suspended' : ['valid', 'suspended'].includes(old!.status)
    if (fits) await recordAct(ctx, old!, { kind: becomes, effectiveOn, reason })
    return old!.id
  }
  const renewed = await renew(ctx, old!, after, effectiveOn)
  if (old!.status === 'valid' || old!.status === 'suspended')
    await recordAct(ctx, old!, { kind: 'replaced', effectiveOn, reason })
  return renewed
}

async function renew(ctx: Ctx, old: Certificate, after: Member, effectiveOn: string): Promise<number> {
  const [level] = await ctx.db.select().from(memberLevel).where(eq(memberLevel.code, after.levelCode))
  const [issued] = await enterCertificates(ctx, [
    {
      ...copyOf(old),
      number: await freeNumber(ctx, after.number),
      levelCode: String(level!.code),
      levelName: level!.name,
      issuedOn: effectiveOn,
      validFrom: effectiveOn,
      validTo: after.validTo,
    },
  ])
  return issued!.id
}

/** The member's number, and which of its certificates it is. */
async function freeNumber({ db }: Ctx, memberNumber: string): Promise<string> {
  for (let i = 2; ; i++) {
    const number = `${memberNumber}-${i}`
    const [taken] = await db
      .select()
      .from(certificate)
      .where(eq(certificate.numberKey, numberKey(number)))
    if (!taken) return number
  }
}

defineCatalogue('membership', {
  order: 10,
  sheet: membershipSheet,
  details: {
    names: { joinedOn: '入会日期' },
    read: async (ctx, of) => ({ joinedOn: (await joinedOnOf(ctx, of)) ?? '' }),
  },
  groups: async ({ db }) => {
    const levels = await db.select().from(memberLevel).orderBy(asc(memberLevel.sort))
    const kinds = Object.entries(certificateKinds).map(([holder, kind]) => ({
      ...kind,
      validYears: DEFAULT_TERM_YEARS,
      levels: levels.flatMap(({ code, name, kind }) => (kind === holder ? { code: String(code), name } : [])),
    }))
    return [{ code: 'HY', name: '会员', kinds }]
  },
})
