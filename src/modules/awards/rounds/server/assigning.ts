import { and, eq, notInArray } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound, Refusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import type { Entry } from '#modules/awards/server/tables.ts'
import type { Expert } from '#modules/experts/server/experts.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { findConflictsOfInterest } from './conflictsOfInterest.ts'
import { findRound, lockRound, movedTo, nameOf, type RoundCase, writeRound } from './roundCase.ts'
import { assignmentsOf, entriesOf, isOut, membersOf, recusalsOf } from './roundQueries.ts'
import { awardRecusal, awardScore } from './tables.ts'

type Assign = (typeof staffRoundContract)['POST /staff/award/round/assign']

/** Refused for a conflict of interest: who asked for it, and what stood against it, is kept. */
class Tied extends Refusal {
  readonly detail: Record<string, unknown>
  constructor(message: string, detail: Record<string, unknown>, fields?: Record<string, string>) {
    super(409, message, fields)
    this.detail = detail
  }
}

/** Logs the refusal outside the transaction, which was rolled back. */
export async function loggingRefusals<Result>(ctx: Ctx, id: number, work: Promise<Result>): Promise<Result> {
  return work.catch(async error => {
    if (error instanceof Tied) {
      const objectName = nameOf(await findRound(ctx, id))
      await record(ctx, {
        action: 'awardRound.refuse',
        objectType: 'awardRound',
        objectId: id,
        objectName,
        detail: error.detail,
      })
    }
    throw error
  })
}

/**
 * Assigns every entry to every expert of the panel, except for conflicts of interest, which are looked up anew each
 * time. In an open round assignments and recusals are only added: a newly known conflict, an expert, an entry.
 */
export async function assignAll(ctx: Ctx, about: RoundCase, { isOpen }: { isOpen: boolean }): Promise<void> {
  const { id } = about.round
  const all = await entriesOf(ctx, id)
  const entries = all.filter(one => !isOut(one.about)).map(({ entry }) => entry)
  const experts = (await membersOf(ctx, id)).map(({ expert }) => expert)
  const against = await findConflictsOfInterest(ctx, about, experts, entries)
  const barred = experts.filter(of => against.get(of.id)!.bars.length > 0)
  if (barred.length) throw unfitExperts(barred, of => against.get(of.id)!.bars)
  await ctx.db.delete(awardRecusal).where(
    and(
      eq(awardRecusal.roundId, id),
      notInArray(
        awardRecusal.entryId,
        all.map(({ entry }) => entry.id),
      ),
    ),
  )
  if (!isOpen)
    await ctx.db.delete(awardRecusal).where(and(eq(awardRecusal.roundId, id), eq(awardRecusal.source, 'register')))
  const found = experts.flatMap(of =>
    against.get(of.id)!.conflicts.map(({ entryId, reasons }) => ({ entryId, expertId: of.id, reasons })),
  )
  for (const one of found) await recuseExpert(ctx, id, { ...one, source: 'register' })
  if (!isOpen) return
  await createAssignments(ctx, id, { experts, entries })
  const few = await tooFewOf(ctx, about)
  if (few.length)
    throw invalid(`专家不够，每项至少 ${about.call.leastScores} 位：${few.join('、')}`, { experts: '请增补专家' })
}

/** Why these cannot sit in the round. */
function unfitExperts(experts: readonly Expert[], barsOf: (of: Expert) => string[]): Tied {
  const said = experts.map(of => ({ of, why: barsOf(of).join('；') }))
  return new Tied(
    `不能参加本轮评审：${said.map(({ of, why }) => `${of.name}，${why}`).join('。')}`,
    { refused: said.map(({ of, why }) => ({ expert: of.name, reasons: why })) },
    Object.fromEntries(said.map(({ of, why }) => [`expert-${of.id}`, why])),
  )
}

type Recusal = Pick<typeof awardRecusal.$inferSelect, 'entryId' | 'expertId' | 'reasons' | 'source'>

/** Removes an expert from an entry and deletes the score, draft or submitted. */
export async function recuseExpert({ db, now }: Pick<Ctx, 'db' | 'now'>, roundId: number, of: Recusal): Promise<void> {
  const values = { ...of, roundId, at: now }
  await db.insert(awardRecusal).values(values).onConflictDoNothing()
  await db.delete(awardScore).where(scoreAt(roundId, of))
}

export const scoreAt = (roundId: number, { entryId, expertId }: Pick<Recusal, 'entryId' | 'expertId'>) =>
  and(eq(awardScore.roundId, roundId), eq(awardScore.entryId, entryId), eq(awardScore.expertId, expertId))

async function createAssignments(
  ctx: Ctx,
  roundId: number,
  { experts, entries }: { experts: Expert[]; entries: Entry[] },
) {
  const barred = new Set((await recusalsOf(ctx, roundId)).map(({ of }) => `${of.expertId} ${of.entryId}`))
  const rows = experts.flatMap(of =>
    entries
      .filter(({ id }) => !barred.has(`${of.id} ${id}`))
      .map(entry => ({ roundId, entryId: entry.id, expertId: of.id, updatedAt: ctx.now })),
  )
  if (rows.length) await ctx.db.insert(awardScore).values(rows).onConflictDoNothing()
}

/** Entries that fewer experts are to score than the call asks for. */
export async function tooFewOf(ctx: Pick<Ctx, 'db'>, about: RoundCase): Promise<string[]> {
  const assigned = await assignmentsOf(ctx, [about.round.id])
  return (await entriesOf(ctx, about.round.id)).flatMap(({ entry, about: application }) => {
    const count = assigned.filter(({ entryId }) => entryId === entry.id).length
    return isOut(application) || count >= about.call.leastScores ? [] : [`“${entry.name}”（现 ${count} 位）`]
  })
}

export const assigningHandlers = {
  /** Assigns one entry to one expert after the register was corrected and a conflict no longer exists. */
  'POST /staff/award/round/assign': (ctx, given) =>
    loggingRefusals(
      ctx,
      given.id,
      inTransaction(ctx, async tx => {
        // No version check: nothing is overwritten here.
        const about = await lockRound(tx, { id: given.id }, ['planned', 'open'])
        const { round } = about
        const { expert, entry } = await placesOf(tx, given)
        const against = (await findConflictsOfInterest(tx, about, [expert], [entry])).get(expert.id)!
        const declared = (await recusalsOf(tx, round.id)).find(
          ({ of }) => of.source === 'declared' && of.expertId === expert.id && of.entryId === entry.id,
        )
        const reasons = [
          ...against.conflicts.flatMap(one => one.reasons),
          ...(declared ? [`本人已申请回避：${declared.of.reasons.join('；')}`] : []),
        ]
        if (reasons.length)
          throw new Tied(`${expert.name}须回避，不能评“${entry.name}”：${reasons.join('；')}`, {
            refused: [{ expert: expert.name, entry: entry.name, reasons: reasons.join('；') }],
          })
        const recusal = [eq(awardRecusal.roundId, round.id), eq(awardRecusal.entryId, entry.id)]
        await tx.db.delete(awardRecusal).where(and(...recusal, eq(awardRecusal.expertId, expert.id)))
        if (round.state === 'open') await createAssignments(tx, round.id, { experts: [expert], entries: [entry] })
        const written = await writeRound(tx, about, {})
        await record(tx, {
          action: 'awardRound.assign',
          objectType: 'awardRound',
          objectId: round.id,
          objectName: nameOf(about),
          detail: { expert: expert.name, entry: entry.name },
        })
        return movedTo(written)
      }),
    ),
} satisfies Partial<Handlers<typeof staffRoundContract>>

async function placesOf(ctx: Ctx, { id, entryId, expertId }: Parsed<Assign>) {
  const member = (await membersOf(ctx, id)).find(({ expert }) => expert.id === expertId)
  if (!member) throw notFound('专家组中没有这位专家')
  const one = (await entriesOf(ctx, id)).find(({ entry }) => entry.id === entryId)
  if (!one) throw notFound('这轮评审中没有这项申报')
  if (isOut(one.about)) throw conflict('这项申报已不在专家评审中')
  return { expert: member.expert, entry: one.entry }
}
