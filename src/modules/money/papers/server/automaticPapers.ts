import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isRefusal } from '#lib/error.ts'
import { sumAmounts } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { receivableIdOf, receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import type { AutomaticPaper, PaperState } from '../../paperWords.ts'
import { type OwedRecord, readRecords, readRecordsById } from '../../receivables/server/records.ts'
import { paperFailure } from '../../server/tables.ts'

/** Where a paper for one record stands, apart from what is due automatically or has failed; undefined: there is none. */
export type PaperStanding =
  | { state: Extract<PaperState, 'issued' | 'issuing' | 'failed' | 'atDesk' | 'onRequest'>; number?: string }
  | undefined

export type PaperDefinition = {
  paper: AutomaticPaper
  /**
   * Condition on records `r` for which the paper is due now without a press, or will be once they are settled;
   * undefined: no setting says so.
   */
  due(ctx: Ctx): Promise<{ now: SQL; onceSettled: SQL } | undefined>
  /** Issues it in transactions of its own, and answers what was done. */
  issue(ctx: Ctx, of: OwedRecord): Promise<string>
  standing(ctx: Ctx, of: readonly OwedRecord[]): Promise<(of: OwedRecord) => PaperStanding>
}

const definitions: PaperDefinition[] = []
export const automaticPaperDefinitions: readonly PaperDefinition[] = definitions

/** Defines a paper that follows by itself after money is booked. */
export function defineAutomaticPaper(definition: PaperDefinition): PaperDefinition {
  definitions.push(definition)
  return definition
}

/** Kinds for which papers are issued at all. */
export const kindsWithPaper = () =>
  receivableKinds().flatMap(({ kind, isWithoutPaper }) => (isWithoutPaper ? [] : kind))

const BATCH_SIZE = 50
/** Delay in minutes after each failed attempt; after the last one the paper is left to the cashier. */
const RETRY_DELAYS = [5, 30, 120, 480]

/** Issues what is due of one paper, in the order of booking. One that fails holds up no other. */
export async function issueDuePapers(ctx: Ctx, definition: PaperDefinition): Promise<void> {
  const { paper } = definition
  const due = await definition.due(ctx)
  await deleteSolved(ctx, paper, due?.now)
  if (!due) return
  const postponed = sql`select from ${paperFailure} x where x.paper = ${paper} and x.payable = r.kind
    and x.payable_id = r.payable_id and (x.retry_at is null or x.retry_at > ${ctx.now.toISOString()}::timestamptz)`
  const list = await readRecords(
    ctx,
    sql`${due.now} and not exists (${postponed}) order by r.confirmed_at, r.id limit ${BATCH_SIZE}`,
  )
  for (const of of list) await attempt(ctx, definition, of, due.now)
}

type Attempt = { problem: string; message: string }

/** Issues one; what goes wrong is recorded with its reason. */
async function attempt(ctx: Ctx, definition: PaperDefinition, of: OwedRecord, due: SQL): Promise<Attempt> {
  try {
    return { problem: '', message: await definition.issue(ctx, of) }
  } catch (error) {
    ctx.log.warn({ err: error, paper: definition.paper, receivable: of.id }, 'a paper could not be issued')
    const problem = reasonOf(error)
    const isRecorded = await recordFailure(ctx, definition.paper, of, due, problem).catch(err => {
      ctx.log.error({ err, receivable: of.id }, 'the failure of a paper could not be recorded')
      return true
    })
    return isRecorded ? { problem, message: '' } : { problem: '', message: ISSUED_MEANWHILE }
  }
}

const ISSUED_MEANWHILE = '已由其他人办理'

/** Drizzle repeats the statement with its values; the database's own words are the cause. */
function reasonOf(error: unknown): string {
  if (isRefusal(error)) return error.message
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return `系统出错：${cause instanceof Error ? cause.message : String(cause)}`.slice(0, 200)
}

/** Answers whether it is still due: it may have been issued, or handed to the provider, in the meantime. */
async function recordFailure(
  ctx: Ctx,
  paper: AutomaticPaper,
  of: OwedRecord,
  due: SQL,
  problem: string,
): Promise<boolean> {
  const [still] = await readRecordsById(ctx, [of.id], due)
  if (!still) return false
  const { kind: payable, payableId, payer, about } = of
  const amount = sumAmounts([Number(of.received), -Number(of.refunded)])
  const found = { payer, about, amount, problem, failedAt: ctx.now }
  const delay = sql`(${sql.param(RETRY_DELAYS)}::int[])`
  const now = sql`${ctx.now.toISOString()}::timestamptz`
  const retryAt = (attempts: SQL) => sql`${now} + make_interval(mins => ${delay}[${attempts}])`
  await ctx.db
    .insert(paperFailure)
    .values({ ...found, paper, payable, payableId, retryAt: retryAt(sql`1`) })
    .onConflictDoUpdate({
      target: [paperFailure.paper, paperFailure.payable, paperFailure.payableId],
      set: {
        ...found,
        attempts: sql`${paperFailure.attempts} + 1`,
        retryAt: retryAt(sql`${paperFailure.attempts} + 1`),
      },
    })
  return true
}

type Payable = { kind: string; payableId: number }

/** Deletes what is recorded as failed for a payment: it was issued. */
export const deleteFailures = ({ db }: Pick<Ctx, 'db'>, paper: AutomaticPaper, { kind, payableId }: Payable) =>
  db
    .delete(paperFailure)
    .where(and(eq(paperFailure.paper, paper), eq(paperFailure.payable, kind), eq(paperFailure.payableId, payableId)))

export type PaperFailure = typeof paperFailure.$inferSelect

export const failedIdOf = ({ payable, payableId }: Pick<PaperFailure, 'payable' | 'payableId'>) =>
  receivableIdOf(payable, payableId)

/** Deletes failures of what is no longer due: refunded, issued by hand, or no longer issued automatically. */
async function deleteSolved(ctx: Ctx, paper: AutomaticPaper, due: SQL | undefined): Promise<void> {
  const failures = await ctx.db.select().from(paperFailure).where(eq(paperFailure.paper, paper))
  if (failures.length === 0) return
  const still = due ? await readRecordsById(ctx, failures.map(failedIdOf), due) : []
  const ids = new Set(still.map(({ id }) => id))
  const solved = failures.filter(of => !ids.has(failedIdOf(of))).map(({ id }) => id)
  if (solved.length > 0) await ctx.db.delete(paperFailure).where(inArray(paperFailure.id, solved))
}

/** Issues a paper that had failed, at once. */
export async function retryFailure(ctx: Ctx, of: PaperFailure): Promise<Attempt> {
  const definition = definitions.find(({ paper }) => paper === of.paper)!
  const due = await definition.due(ctx)
  const [record] = due ? await readRecordsById(ctx, [failedIdOf(of)], due.now) : []
  if (due && record) return attempt(ctx, definition, record, due.now)
  await deleteFailures(ctx, of.paper, { kind: of.payable, payableId: of.payableId })
  return { problem: '', message: '已不再需要自动开具' }
}
