import { and, eq, notInArray } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { decryptForm } from '#lib/server/encryption/encryptedForm.ts'
import { fold } from '#lib/server/search/fold.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { fieldsOf, judgedIn } from '#modules/awards/entries/server/entries.ts'
import { awardEntry, type Entry } from '#modules/awards/server/tables.ts'
import { conflictsIn, nameKey } from '#modules/experts/server/conflicts.ts'
import type { Expert } from '#modules/experts/server/experts.ts'
import { type KnownTie, stillCounts, tiesOf } from '#modules/experts/server/ties.ts'
import { application } from '#modules/review/server/tables.ts'
import type { RoundCase } from './roundCase.ts'

type ReadCtx = Pick<Ctx, 'db' | 'now' | 'encryption'>
export type Conflict = { entryId: number; name: string; reasons: string[] }
/** `bars`: why an expert cannot sit in the round at all; `own`: those of them that are about an entry of theirs. */
export type ConflictsOfInterest = { conflicts: Conflict[]; bars: string[]; own: string[] }

/** Text that an expert signs before scoring; printed in the record of the round. */
export const DECLARATION =
  '本人与所评申报的完成单位、完成人、提名者之间没有任职、兼职、投资、亲属、师生、合作等可能影响公正的关系；有上述关系的，已经或将立即回避。本人独立评审，不与他人交流评分，不向外透露申报内容和评审情况。'

/** Returns, for each expert, conflicts of interest with each of these entries, as sentences. */
export async function findConflictsOfInterest(
  ctx: ReadCtx,
  about: RoundCase,
  experts: readonly Expert[],
  entries: readonly Entry[],
): Promise<Map<number, ConflictsOfInterest>> {
  const ties = await tiesOf(
    ctx,
    experts.map(({ id }) => id),
  )
  const selves = await findParticipations(ctx, about, experts, ties)
  const today = dayOf(ctx.now)
  const conflicts = new Map<number, Conflict[]>(experts.map(({ id }) => [id, []]))
  for (const entry of entries) {
    const tied = conflictsIn(ties, await judgedIn(ctx, { ...about, entry }), today)
    for (const { id } of experts) {
      const reasons = [...(selves.get(id)?.get(entry.id)?.reasons ?? []), ...(tied.get(id) ?? [])]
      if (reasons.length) conflicts.get(id)!.push({ entryId: entry.id, name: entry.name, reasons })
    }
  }
  return new Map(
    experts.map(of => {
      const own = [...(selves.get(of.id)?.values() ?? [])].filter(({ isOwn }) => isOwn).map(ownBar)
      const found = conflicts.get(of.id)!
      return [of.id, { conflicts: found, own, bars: [...barsOf(of), ...own, ...tooMany(found, entries)] }]
    }),
  )
}

const barsOf = ({ isActive, mobileHash }: Expert): string[] => [
  ...(isActive ? [] : ['已不在聘']),
  ...(mobileHash ? [] : ['没有登记手机，不能登录评分']),
]
const sentence = ({ name, reasons }: { name: string; reasons: readonly string[] }) => `“${name}”${reasons.join('；')}`
const ownBar = (of: Found) => `本人在本次申报中：${sentence(of)}`
const tooMany = (found: readonly Conflict[], { length }: readonly Entry[]) =>
  found.length * 2 > length
    ? [`须回避 ${found.length} 项，超过全部 ${length} 项的一半：${found.map(sentence).join('，')}`]
    : []

type Found = { name: string; reasons: string[]; isOwn: boolean }

/** Finds experts who take part themselves in an entry of the call, whichever round it is in; by expert and entry. */
async function findParticipations(
  ctx: ReadCtx,
  about: RoundCase,
  experts: readonly Expert[],
  ties: readonly KnownTie[],
) {
  const fields = fieldsOf(about)
  const rows = await ctx.db
    .select({ entry: awardEntry, form: application.form, phoneHash: account.phoneHash })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .innerJoin(account, eq(account.id, awardEntry.accountId))
    .where(and(eq(awardEntry.callId, about.call.id), notInArray(application.state, ['draft', 'withdrawn', 'expired'])))
  const selves = new Map<number, Map<number, Found>>(experts.map(({ id }) => [id, new Map()]))
  for (const { entry, form, phoneHash } of rows) {
    const values = decryptForm(fields, form, ctx.encryption)
    for (const of of experts) {
      const worksAt = employersOf(ties, of, dayOf(ctx.now))
      const own = ownParts(ctx, { of, entry, phoneHash, values, worksAt })
      const reasons = [...own, ...helpingParts(ctx, of, values)]
      if (reasons.length) selves.get(of.id)!.set(entry.id, { name: entry.name, reasons, isOwn: own.length > 0 })
    }
  }
  return selves
}

const employersOf = (ties: readonly KnownTie[], { id }: Expert, today: string) =>
  ties
    .filter(tie => tie.expertId === id && tie.kind === 'employer' && stillCounts(tie, today))
    .map(({ organisationName }) => nameKey(organisationName))

type ExpertAndEntry = { of: Expert; entry: Entry; phoneHash: string | null; values: FormValues; worksAt: string[] }

/** Reasons that bar an expert from the whole award: they are an applicant or a contributor. */
function ownParts({ encryption }: ReadCtx, { of, entry, phoneHash, values, worksAt }: ExpertAndEntry): string[] {
  const applies =
    (of.mobileHash !== null && phoneHash === of.mobileHash) || (of.personId !== null && entry.personId === of.personId)
  const places = rowsIn(values, 'persons').flatMap(({ name, organisation, mobile }, i) => {
    const isNamesake =
      fold(String(name ?? '')) === fold(of.name) && worksAt.includes(nameKey(String(organisation ?? '')))
    const isPhone = Boolean(mobile) && of.mobileHash === encryption.hash(String(mobile))
    return isNamesake || isPhone ? [i + 1] : []
  })
  return [...(applies ? ['本人是申报人'] : []), ...places.map(place => `本人是第 ${place} 完成人`)]
}

/** Reasons for a conflict: the expert is the nominator or the contact of the entry. */
function helpingParts({ encryption }: ReadCtx, of: Expert, values: FormValues): string[] {
  const { nominatorKind, nominator, contactMobile } = values
  // A unit's name may happen to hold a person's.
  const nominates = nominatorKind === 'expert' && fold(String(nominator ?? '')).includes(fold(of.name))
  const answers = Boolean(contactMobile) && of.mobileHash === encryption.hash(String(contactMobile))
  return [...(nominates ? ['本人是提名专家'] : []), ...(answers ? ['本人是联系人'] : [])]
}
