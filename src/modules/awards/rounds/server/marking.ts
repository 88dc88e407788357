import { and, eq, inArray } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { type EntryCase, namesIn, readEntry, valuesOfEntry } from '#modules/awards/entries/server/entries.ts'
import { type AwardLevel, verdictNames } from '#modules/awards/rules.ts'
import { awardEntry } from '#modules/awards/server/tables.ts'
import { advanceApplication, applicationConflict, lockApplication } from '#modules/review/server/steps.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { lockRound, movedTo, nameOf, type RoundCase, writeRound } from './roundCase.ts'
import { entriesOf, type InRound, isOut } from './roundQueries.ts'
import { awardRound, awardRoundEntry } from './tables.ts'

type Endpoints = typeof staffRoundContract
type Mark = Endpoints['POST /staff/award/round/mark']
type OneMark = Parsed<Mark>['marks'][number]

export const markingHandlers = {
  'POST /staff/award/round/mark': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const about = await lockRound(tx, given, ['closed'])
      const entries = new Map((await entriesOf(tx, about.round.id)).map(one => [one.entry.id, one]))
      const faults: Record<string, string> = {}
      for (const mark of given.marks) {
        const fault = await faultOf(tx, about, entries.get(mark.entryId), mark)
        if (fault) faults[`mark-${mark.entryId}`] = fault
      }
      if (Object.keys(faults).length) throw invalid(`有 ${Object.keys(faults).length} 项建议需要更正`, faults)
      for (const { entryId, verdict, levelCode, reason } of given.marks)
        await tx.db
          .update(awardRoundEntry)
          .set({
            verdict,
            levelCode: verdict === 'propose' ? levelCode! : null,
            reason: verdict === 'reject' ? reason : '',
          })
          .where(and(eq(awardRoundEntry.roundId, about.round.id), eq(awardRoundEntry.entryId, entryId)))
      const round = await writeRound(tx, about, { actorName: await ownName(tx) })
      const names = given.marks.map(({ entryId }) => entries.get(entryId)!)
      await recordChange(tx, {
        action: 'awardRound.mark',
        objectType: 'awardRound',
        objectId: round.id,
        objectName: nameOf(about),
        before: marksOf(about, names),
        after: marksOf(
          about,
          (await entriesOf(tx, round.id)).filter(({ entry }) =>
            given.marks.some(({ entryId }) => entryId === entry.id),
          ),
        ),
      })
      return movedTo(round)
    }),
  /** Sends all entries in one transaction: to the committee, or as a rejection to the applicant. */
  'POST /staff/award/round/send': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const about = await lockRound(tx, given, ['closed'])
      const here: InRound[] = []
      for (const one of await entriesOf(tx, about.round.id))
        if (!isOut(one.about) && one.of.rank !== null && !(await isInLaterRound(tx, about, one))) here.push(one)
      const unmarked = here.filter(({ of }) => of.verdict === null)
      if (unmarked.length)
        throw invalid(`还有 ${unmarked.length} 项没有写建议：${unmarked.map(({ entry }) => entry.name).join('、')}`)
      const going = here.filter(({ of }) => of.verdict !== 'next').toSorted((a, b) => a.about.id - b.about.id)
      if (going.length === 0) throw conflict('没有可以提交的申报：都已提交，或都进入下一轮')
      const actorName = await ownName(tx)
      for (const one of going) await sendOne(tx, about, one, actorName)
      const proposed = going.filter(({ of }) => of.verdict === 'propose').length
      const round = await writeRound(tx, about, { actorName })
      await record(tx, {
        action: 'awardRound.send',
        objectType: 'awardRound',
        objectId: round.id,
        objectName: nameOf(about),
        detail: { proposed, rejected: going.length - proposed, entries: going.map(({ entry }) => entry.id) },
      })
      return { ...movedTo(round), proposed, rejected: going.length - proposed }
    }),
  /** Changes the proposed level before the committee has decided; a reason is required. */
  'POST /staff/award/entry/level': (ctx, given) =>
    inTransaction(ctx, async tx => {
      const about = await readEntry(tx, given.entryId)
      const current = await lockApplication(tx, about.entry.applicationId!)
      if (current.state !== 'deciding') throw conflict('只有待审议的申报可以更改建议等级')
      const [entry] = await tx.db
        .select()
        .from(awardEntry)
        .where(inArray(awardEntry.id, [given.entryId]))
        .for('update')
      if (entry!.levelProposed !== given.was)
        throw conflict(await conflictMessage(tx, { objectType: 'awardEntry', objectId: given.entryId }))
      const level = levelIn(about, given.levelCode)
      const fault = level ? await crowdFault(tx, about, level) : '请从列表中选择等级'
      if (!level || fault) throw invalid(fault ?? '', { levelCode: fault ?? '' })
      await tx.db
        .update(awardEntry)
        .set({ levelProposed: level.code, updatedAt: ctx.now })
        .where(eq(awardEntry.id, given.entryId))
      await recordChange(tx, {
        action: 'awardEntry.level',
        objectType: 'awardEntry',
        objectId: given.entryId,
        objectName: entry!.name,
        before: { level: levelIn(about, given.was)?.name ?? '' },
        after: { level: level.name },
        detail: { reason: given.reason },
      })
      return { levelProposed: level.code, levelProposedName: level.name }
    }),
} satisfies Partial<Handlers<Endpoints>>

const levelIn = ({ call }: Pick<RoundCase, 'call'>, code: string | null | undefined): AwardLevel | undefined =>
  call.rules.levels.find(level => level.code === code)

const marksOf = (about: RoundCase, entries: readonly InRound[]) =>
  Object.fromEntries(
    entries.map(({ of, entry }) => [
      `#${entry.id}`,
      [entry.name, of.verdict && verdictNames[of.verdict], levelIn(about, of.levelCode)?.name, of.reason]
        .filter(Boolean)
        .join('：'),
    ]),
  )

async function faultOf(
  ctx: Ctx,
  about: RoundCase,
  found: InRound | undefined,
  { verdict, levelCode, reason }: OneMark,
): Promise<string | undefined> {
  if (!found || found.of.rank === null) return '不在本轮的排名中'
  if (isOut(found.about)) return '已不在专家评审中，建议不能再改'
  if (await isInLaterRound(ctx, about, found)) return '已列入下一轮，在那一轮结束后写建议'
  if (verdict === 'reject' && reason.length < 2) return '不入选须说明理由，申报人会看到'
  if (verdict !== 'propose') return
  const level = levelIn(about, levelCode)
  return level ? crowdFault(ctx, { ...about, entry: found.entry }, level) : '请选择建议的等级'
}

async function isInLaterRound({ db }: Ctx, { round }: RoundCase, { entry }: InRound): Promise<boolean> {
  const others = await db
    .select({ id: awardRound.id, state: awardRound.state, closedAt: awardRound.closedAt })
    .from(awardRoundEntry)
    .innerJoin(awardRound, eq(awardRound.id, awardRoundEntry.roundId))
    .where(eq(awardRoundEntry.entryId, entry.id))
  return others.some(
    ({ id, state, closedAt }) => id !== round.id && (state !== 'closed' || closedAt! > round.closedAt!),
  )
}

/** Returns a fault if the entry lists more persons or organisations than certificates of this level allow. */
async function crowdFault(ctx: Ctx, about: EntryCase, level: AwardLevel): Promise<string | undefined> {
  const { persons, organisations } = namesIn(await valuesOfEntry(ctx, about))
  const tooMany = (unit: string, count: number, most: number | null) =>
    most !== null && count > most ? [`${unit} ${count}，${level.name}最多 ${most}`] : []
  const faults = [
    ...tooMany('完成人', persons.length, level.mostPersons),
    ...tooMany('完成单位', organisations.length, level.mostOrganisations),
  ]
  return faults.length ? faults.join('；') : undefined
}

async function sendOne(ctx: Ctx, about: RoundCase, { of, entry }: InRound, actorName: string): Promise<void> {
  const current = await lockApplication(ctx, entry.applicationId!)
  const action = of.verdict === 'propose' ? 'pass' : 'reject'
  if (isOut(current)) throw await applicationConflict(ctx, current, action)
  const level = levelIn(about, of.levelCode)
  if (level) {
    const fault = await crowdFault(ctx, { ...about, entry }, level)
    if (fault) throw invalid(`“${entry.name}”${fault}`, { [`mark-${entry.id}`]: fault })
    await ctx.db
      .update(awardEntry)
      .set({ levelProposed: level.code, updatedAt: ctx.now })
      .where(eq(awardEntry.id, entry.id))
  }
  // Only the committee sees the scores; a rejected applicant reads the reason.
  const opinion = level ? '' : `${about.round.name}：${of.reason}`
  await advanceApplication(ctx, current, { action, by: 'staff', actorName, opinion })
}
