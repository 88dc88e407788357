import { desc, eq } from 'drizzle-orm'
import type { FieldErrors } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Application, type Schema, type Slot, sealedSlotOf } from '#modules/review/server/applicationKinds.ts'
import { usableWays } from '#modules/review/server/stateWords.ts'
import { confirmingRule, type Materials } from '#modules/review/server/tables.ts'
import { type Flow, keptFlows } from '#modules/review/signing/server/flows.ts'
import type { Way } from '#modules/review/wayWords.ts'
import { USUAL_STATEMENT } from '../ways.ts'
import { type Content, contentFor, type Parts } from './content.ts'
import { applicationConfirmation } from './tables.ts'

export type Rule = typeof confirmingRule.$inferSelect
type RuleContext = Pick<Ctx, 'db' | 'config'>
export type Confirmation = typeof applicationConfirmation.$inferSelect

export const usualRule = (kind: string): Rule => ({ kind, ways: ['paper'], statement: USUAL_STATEMENT, version: 1 })

/**
 * Returns how this kind of application is confirmed. Without a signing service the other ways remain, paper at the
 * least.
 */
export async function readConfirmingRule({ db, config }: RuleContext, kind: string): Promise<Rule> {
  const [set] = await db.select().from(confirmingRule).where(eq(confirmingRule.kind, kind))
  if (!set) return usualRule(kind)
  return { ...set, ways: usableWays({ config }, set.ways) }
}

/** The last one, whether it still fits or not. */
export async function newestConfirmation(
  { db }: Pick<Ctx, 'db'>,
  { id }: Pick<Application, 'id'>,
): Promise<Confirmation | undefined> {
  const [found] = await db
    .select()
    .from(applicationConfirmation)
    .where(eq(applicationConfirmation.applicationId, id))
    .orderBy(desc(applicationConfirmation.id))
    .limit(1)
  return found
}

/** Returns the names of what has changed since the confirmation; empty if everything matches. */
export function changedSince(confirmed: Content, now: Content): string[] {
  const named = ({ slotName, name }: Content['files'][number]) => `${slotName}“${name}”`
  const keyOf = ({ slot, name, sha256 }: Content['files'][number]) => `${slot} ${name} ${sha256}`
  const missing = (from: Content, to: Content) => {
    const kept = new Set(to.files.map(keyOf))
    return from.files.filter(file => !kept.has(keyOf(file))).map(named)
  }
  return [
    ...(confirmed.documentHash === now.documentHash ? [] : ['申请表']),
    ...new Set([...missing(confirmed, now), ...missing(now, confirmed)]),
  ]
}

export const hasOtherWays = ({ ways }: Pick<Rule, 'ways'>): boolean => ways.some(way => way !== 'paper')

/** Fields of an application that determine its sealed paper; also available before it has begun. */
type Sealed = Pick<Application, 'kind'> & Partial<Pick<Application, 'materials'>>

/** Tells whether another way may replace the sealed paper. */
export const isConfirmable = async (ctx: RuleContext, of: Sealed, schema: Schema): Promise<boolean> =>
  sealedSlotOf(of, schema) !== undefined && hasOtherWays(await readConfirmingRule(ctx, of.kind))

/** The places for files, where one may be spared or is not wanted at all. */
export async function slotsToFill(ctx: RuleContext, of: Sealed, schema: Schema): Promise<readonly Slot[]> {
  const seal = sealedSlotOf(of, schema)
  if (!seal) return schema.slots
  const rule = await readConfirmingRule(ctx, of.kind)
  const isKept = rule.ways.includes('paper') || Boolean(of.materials?.[seal.code]?.length)
  return schema.slots.flatMap(slot => {
    if (slot !== seal) return [slot]
    return isKept ? [{ ...slot, required: slot.required === true && !hasOtherWays(rule) }] : []
  })
}

/**
 * Returns the errors of a submission, adjusted where a confirmation or electronic signature replaces the sealed paper.
 */
export async function withConfirmation(ctx: RuleContext, parts: Parts, errors: FieldErrors): Promise<FieldErrors> {
  const seal = sealedSlotOf(parts.of, parts.schema)
  if (!seal) return errors
  const rule = await readConfirmingRule(ctx, parts.of.kind)
  if (!hasOtherWays(rule)) return errors
  const { ways } = rule
  const [signed] = await keptFlows(ctx, parts.of)
  const papers = parts.materials[seal.code] ?? []
  const isSigned = signed !== undefined && papers.some(id => id === signed.signedFileId)
  if (papers.length > 0 && (isSigned || ways.includes('paper'))) return errors
  const { [seal.code]: _, ...others } = errors
  const confirmed = ways.includes('online') ? await newestConfirmation(ctx, parts.of) : undefined
  // An optional paper may stay missing, but changes since an earlier confirmation are reported even then.
  if (!seal.required && !confirmed) return others
  const content = await contentFor(ctx, parts)
  if (confirmed && changedSince(confirmed, content).length === 0) return others
  const choices = choicesIn.filter(way => ways.includes(way)).map(way => choiceNames[way](seal))
  const changes = describeChanges({ confirmed, signed: ways.includes('provider') ? signed : undefined, content })
  return { ...others, [seal.code]: changes ?? `请${choices.join('，或')}` }
}

const choiceNames: Record<Way, (seal: Slot) => string> = {
  online: () => '由负责人线上确认',
  provider: () => '由负责人电子签章',
  paper: ({ name }) => `上传${name}`,
}
const choicesIn = typedKeys(choiceNames)

type Former = { confirmed: Confirmation | undefined; signed: Flow | undefined; content: Content }

/** Describes what has changed since it was confirmed or signed; undefined if it was neither. */
function describeChanges({ confirmed, signed, content }: Former): string | undefined {
  if (confirmed) return `确认以后有改动：${changedSince(confirmed, content).join('、')}。请由负责人重新线上确认`
  if (signed) return `签章以后有改动：${changedSince(signed, content).join('、')}。请由负责人重新电子签章`
}

/**
 * The files with the signed form among them, where it still is of what is handed in; without it where it is not. Paper that was
 * uploaded in its place stays as long as paper is taken.
 */
export async function withSignedForm(ctx: RuleContext, parts: Parts): Promise<Materials> {
  const { of, schema, materials } = parts
  const seal = sealedSlotOf(of, schema)
  const flows = await keptFlows(ctx, of)
  const [newest] = flows
  if (!newest || !seal) return materials
  const ids = flows.map(({ signedFileId }) => signedFileId)
  const papers = (materials[seal.code] ?? []).filter(id => !ids.includes(id))
  const { ways } = await readConfirmingRule(ctx, of.kind)
  const holds = ways.includes('provider') && changedSince(newest, await contentFor(ctx, parts)).length === 0
  const paperStays = papers.length > 0 && (ways.includes('paper') || !holds)
  return { ...materials, [seal.code]: holds && !paperStays ? [newest.signedFileId!] : papers }
}
