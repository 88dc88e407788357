import { and, eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { formForExperts } from '#modules/awards/entries/server/entries.ts'
import { totalOf } from '#modules/awards/rounds/ranking.ts'
import { DECLARATION } from '#modules/awards/rounds/server/conflictsOfInterest.ts'
import { groupNameOf } from '#modules/awards/rounds/server/roundList.ts'
import { entriesOf, type InRound, isScoring, recusalsOf } from '#modules/awards/rounds/server/roundQueries.ts'
import { awardScore } from '#modules/awards/rounds/server/tables.ts'
import { roundKindNames, roundStateNames } from '#modules/awards/rules.ts'
import { file } from '#modules/files/server/tables.ts'
import type { scoringContract } from '../contract.ts'
import { ownExperts, ownSeat, ownSeats, type Seat } from './seats.ts'

type Endpoints = typeof scoringContract
type OneRound = Endpoints['GET /award/scoring/round']
type Entry = Output<OneRound>['entries'][number]
export type Score = typeof awardScore.$inferSelect

const stateNames: Record<Entry['state'], string> = {
  blank: '未评',
  draft: '草稿',
  submitted: '已提交',
  changed: '已提交，有未提交的修改',
  recused: '已回避',
  out: '申报已撤回',
}

export const readingHandlers = {
  'GET /award/scoring/mine': async ctx => {
    const seats = await ownSeats(ctx)
    const rounds = await Promise.all(seats.map(async seat => roundOf(ctx, seat, await ownEntries(ctx, seat))))
    const isExpert = seats.length > 0 || (await ownExperts(ctx)).length > 0
    // Open rounds first, by due day; then closed ones, newest first.
    return {
      isExpert,
      rounds: rounds.toSorted(
        (a, b) =>
          Number(b.isOpen) - Number(a.isOpen) ||
          (a.isOpen ? a.dueOn.localeCompare(b.dueOn) : b.dueOn.localeCompare(a.dueOn)),
      ),
    }
  },
  'GET /award/scoring/round': async (ctx, { id }) => {
    const seat = await ownSeat(ctx, id)
    const entries = await ownEntries(ctx, seat)
    return {
      ...roundOf(ctx, seat, entries),
      criteria: seat.call.rules.criteria,
      hidesApplicants: seat.call.hidesApplicants,
      entries,
      declaration: DECLARATION,
    }
  },
  'GET /award/scoring/entry': async (ctx, given) => {
    const { seat, one, score } = await ownAssignment(ctx, given)
    if (seat.round.state !== 'open') throw conflict('评审已经结束，申报内容不能再查看')
    const { fields, values, files } = await formForExperts(ctx, { ...seat, entry: one.entry })
    return { ...entryOf(seat, one, { score }), fields, values, files }
  },
  /** Serves files of this entry only, until the round closes, under names that do not reveal the applicant. */
  'GET /award/scoring/file': async (ctx, given) => {
    const { seat, one } = await ownAssignment(ctx, given)
    if (seat.round.state !== 'open') throw notFound('评审已经结束，附件不能再查看')
    const { files } = await formForExperts(ctx, { ...seat, entry: one.entry })
    const shown = files.flatMap(slot => slot.files).find(({ id }) => id === given.fileId)
    const [found] = shown ? await ctx.db.select().from(file).where(eq(file.id, shown.id)) : []
    if (!shown || !found) throw notFound('这项申报中没有这个文件')
    return {
      name: shown.name,
      type: found.type,
      size: found.size,
      etag: `"${found.sha256.slice(0, 22)}"`,
      inline: given.download !== '1' && /^(image\/|application\/pdf)/.test(found.type),
      isPrivate: true,
      body: range => ctx.store.open(found.key, range),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

const roundOf = ({ now }: Ctx, { round, call, panel }: Seat, entries: readonly Entry[]) => {
  const scored = entries.filter(({ score }) => score)
  return {
    id: round.id,
    name: round.name,
    callTitle: call.title,
    kind: round.kind,
    kindName: roundKindNames[round.kind],
    state: round.state,
    stateName: roundStateNames[round.state],
    dueOn: round.dueOn,
    isOpen: isScoring(round, now),
    place: round.place,
    startsAt: round.startsAt && iso(round.startsAt),
    isLeader: panel.role === 'leader',
    declaredAt: panel.declaredAt && iso(panel.declaredAt),
    assigned: scored.length,
    submitted: scored.filter(({ score }) => score!.handedIn).length,
  }
}

/** Returns the expert's own state for each entry of the round; nothing of other experts. */
async function ownEntries(ctx: Ctx, seat: Seat): Promise<Entry[]> {
  const { round, expert } = seat
  const [entries, recusals, scores] = await Promise.all([
    entriesOf(ctx, round.id),
    recusalsOf(ctx, round.id),
    ctx.db
      .select()
      .from(awardScore)
      .where(and(eq(awardScore.roundId, round.id), eq(awardScore.expertId, expert.id))),
  ])
  return entries.map(one => {
    const recusal = recusals.find(({ of }) => of.expertId === expert.id && of.entryId === one.entry.id)?.of
    const score = scores.find(({ entryId }) => entryId === one.entry.id)
    return entryOf(seat, one, { score, reasons: recusal && reasonsFor(seat, recusal) })
  })
}

/** Hides the reasons in an anonymous call: they would reveal the applicant. */
const reasonsFor = ({ call }: Seat, { reasons, source }: { reasons: string[]; source: string }) =>
  call.hidesApplicants && source === 'register' ? ['您与申报方存在利害关系'] : reasons

type Own = { score?: Score; reasons?: string[] }

function entryOf({ call }: Seat, { of, entry, about }: InRound, { score, reasons }: Own): Entry {
  const state = reasons ? 'recused' : about.state === 'withdrawn' ? 'out' : stateOf(score)
  return {
    entryId: entry.id,
    place: of.place,
    number: about.number ?? '',
    name: entry.name,
    groupName: groupNameOf(call, entry.groupCode),
    state,
    stateName: stateNames[state],
    reasons: reasons ?? [],
    score: score && state !== 'out' ? ownScore(call.rules.criteria, score) : null,
  }
}

const ownScore = (criteria: Seat['call']['rules']['criteria'], { version, points, comment, submitted }: Score) => {
  const last = submitted.at(-1)
  return {
    version,
    points,
    comment,
    total: totalOf(criteria, points),
    handedIn: last ? { total: last.total, at: last.at } : null,
  }
}

function stateOf(score: Score | undefined): Entry['state'] {
  if (!score) return 'blank'
  const last = score.submitted.at(-1)
  if (!last) return score.comment || Object.keys(score.points).length ? 'draft' : 'blank'
  return isSame(last, score) ? 'submitted' : 'changed'
}

type Written = Pick<Score, 'points' | 'comment'>
export const isSame = (a: Written, b: Written) =>
  a.comment === b.comment && Object.keys({ ...a.points, ...b.points }).every(code => a.points[code] === b.points[code])

/** Returns an entry assigned to the caller. Throws if it is not, or before the declaration is signed. */
export async function ownAssignment(ctx: Ctx, { id, entryId }: { id: number; entryId: number }) {
  const seat = await ownSeat(ctx, id)
  const one = (await entriesOf(ctx, id)).find(({ entry }) => entry.id === entryId)
  const [score] = await ctx.db
    .select()
    .from(awardScore)
    .where(and(eq(awardScore.roundId, id), eq(awardScore.entryId, entryId), eq(awardScore.expertId, seat.expert.id)))
  if (!one || !score) throw notFound('这项申报不由您评审，或您已回避')
  if (!seat.panel.declaredAt) throw conflict('请先阅读并签署回避声明')
  return { seat, one, score }
}
