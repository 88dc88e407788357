import { and, desc, eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { plainCreditCode } from '#lib/creditCode.ts'
import { iso } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { ticketPhone } from '#modules/accounts/server/phoneTickets.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { organisationValues } from '#modules/members/server/organisations.ts'
import { readKinds } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { openParts, valuesOf } from '#modules/review/server/applications.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { nameOfState, type State } from '#modules/review/workflow.ts'
import type { legacyContract } from '../contract.ts'
import { type Claim, callerAccountId, isOwn } from './legacy.ts'
import { legacyCode } from './legacyCode.ts'
import { legacyKind, linkedApplication, SCAN } from './legacyKind.ts'
import { findByNumber, obstacleOf } from './legacyRegister.ts'
import { legacyClaim } from './tables.ts'

type Endpoint = (typeof legacyContract)['GET /qualification/old/getApply']
type Answer = Output<Endpoint>
type ProgressQuery = Parsed<Endpoint>

const spendLookup = sharedRateLimit('legacy/lookup', { max: 30, per: 600_000 })

export const legacyProgressHandlers = {
  /** The blank form; and how far a certificate is, for who knows its number and company, or has the link. */
  'GET /qualification/old/getApply': async (ctx, asked) => {
    const isLookup = Boolean(asked.token || asked.id || (asked.certNo && asked.creditCode))
    if (isLookup) await spendLookup(ctx)
    const { fields } = await legacyKind.schema(ctx, { subjectId: null })
    const kinds = (await readKinds(ctx)).map(({ id, name, group, levels }) => ({
      groupId: group.id,
      groupName: group.name,
      childId: id,
      childName: name,
      levels: levels.map(({ id, name }) => ({ levelId: id, levelName: name })),
    }))
    const found = isLookup ? await findClaim(ctx, asked) : undefined
    return {
      fields,
      kinds,
      needsCode: callerAccountId(ctx) === undefined,
      prefill: await prefillOf(ctx),
      registered: found ? null : await registeredOf(ctx, asked),
      apply: found ? await applyOf(ctx, found.claim, found.of) : null,
    }
  },
} satisfies Partial<Handlers<typeof legacyContract>>

async function findClaim(ctx: Ctx, { token, id, certNo, creditCode }: ProgressQuery) {
  const linked = token ? linkedApplication(ctx, token) : id
  const isIt = linked
    ? eq(legacyClaim.applicationId, linked)
    : and(
        eq(legacyClaim.numberKey, numberKey(certNo ?? '')),
        eq(legacyClaim.creditCode, plainCreditCode(creditCode ?? '')),
      )
  const [found] = await ctx.db
    .select({ claim: legacyClaim, of: application })
    .from(legacyClaim)
    .innerJoin(application, eq(application.id, legacyClaim.applicationId))
    .where(isIt)
    .orderBy(desc(legacyClaim.applicationId))
    .limit(1)
  // A number in an address is guessed in no time.
  return found && id && !token && !isCallers(ctx, found.claim, found.of) ? undefined : found
}

const isCallers = (ctx: Ctx, claim: Claim, of: Application) =>
  isOwn(ctx, claim, of.accountId, { accountId: callerAccountId(ctx) ?? null, phone: ticketPhone(ctx, legacyCode) })

async function prefillOf(ctx: Ctx): Promise<FormValues> {
  const accountId = callerAccountId(ctx)
  if (accountId === undefined) return {}
  const [own] = await ctx.db.select().from(account).where(eq(account.id, accountId))
  const { organisationId, displayName, creditCode } = own!
  if (!organisationId) return { orgName: displayName, creditCode }
  const { name, provinceCode, liaisonName, liaisonMobile } = await organisationValues(ctx, organisationId)
  const known = { orgName: name, creditCode, provinceCode, contactName: liaisonName, contactMobile: liaisonMobile }
  return Object.fromEntries(Object.entries(known).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** Returns only what the public check page shows. */
async function registeredOf(ctx: Ctx, { certNo, creditCode }: ProgressQuery): Promise<Answer['registered']> {
  const known = certNo && creditCode ? await findByNumber(ctx, certNo) : undefined
  if (!known?.publishedAt || known.register !== 'qualification') return null
  const claimable = !obstacleOf(known, plainCreditCode(creditCode!))
  return { certNo: known.number, orgName: known.organisationName, claimable }
}

async function applyOf(ctx: Ctx, claim: Claim, of: Application): Promise<NonNullable<Answer['apply']>> {
  const values = await valuesOf(ctx, of)
  return {
    id: of.id,
    applyNo: of.number!,
    certNo: String(values.certNo),
    status: of.state,
    statusName: nameOfState(of.state),
    next: nextOf(of.state),
    auditReason: await reasonOf(ctx, of),
    deadline: of.dueOn,
    submitTime: iso(of.submittedAt!),
    updateTime: iso(of.updatedAt),
    canEdit: of.state === 'returned',
    own: isCallers(ctx, claim, of) ? await ownOf(ctx, of, values) : null,
  }
}

async function ownOf(ctx: Ctx, of: Application, form: FormValues) {
  const { fields, slots } = openParts(of, await legacyKind.schema(ctx, of))
  const ids = of.materials[SCAN] ?? []
  const infos = await fileInfos(ctx, ids)
  const files = ids.flatMap(id => infos.get(id) ?? []).map(({ id, name }) => ({ id, name }))
  return { form, files, openFields: fields, canReplaceScan: slots.includes(SCAN) }
}

/** Reason of the last return or rejection while that state lasts. */
async function reasonOf({ db }: Ctx, { id, state }: Application) {
  if (state !== 'returned' && state !== 'rejected') return null
  const [last] = await db
    .select({ reason: applicationEvent.opinion, items: applicationEvent.remarks })
    .from(applicationEvent)
    .where(and(eq(applicationEvent.applicationId, id), eq(applicationEvent.to, state)))
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  return last ?? null
}

const next: Partial<Record<State, string>> = {
  submitted: '协会将对照存档核对原件，结果以短信或消息告知。',
  returned: '请按意见更正后再次提交。',
  approved: '证书已登记，可在“证书查验”中查到。',
  rejected: '可补充证据后重新提交；如有疑问，请与协会联系。',
  withdrawn: '需要的，可以重新提交。',
  expired: '因超期未更正已终止，需要的可以重新提交。',
}
const nextOf = (state: State) => next[state] ?? ''
