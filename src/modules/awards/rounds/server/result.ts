import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso, minute } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { type Criterion, verdictNames } from '#modules/awards/rules.ts'
import { expert } from '#modules/experts/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import { countedOf, LARGE_SPREAD, meanOf, spreadOf } from '../ranking.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { findRound, nameOf, type RoundCase } from './roundCase.ts'
import { memberRows } from './roundDetail.ts'
import { groupNameOf } from './roundList.ts'
import { entriesOf, type InRound, isOut, membersOf, recusalsOf } from './roundQueries.ts'
import { awardScore } from './tables.ts'

type Endpoints = typeof staffRoundContract
type Result = Endpoints['GET /staff/award/round/result']
type Shown = Output<Result>
type Entry = Shown['entries'][number]
type Score = Entry['scores'][number]

/** A round that is over; of any other nobody learns a score. */
export async function findClosed(ctx: Pick<Ctx, 'db'>, id: number): Promise<RoundCase> {
  const about = await findRound(ctx, id)
  if (about.round.state !== 'closed') throw conflict('这轮评审还没有结束，结束以前谁也看不到评分')
  return about
}

export async function showResult(ctx: Ctx, { id }: Parsed<Result>): Promise<Shown> {
  const about = await findClosed(ctx, id)
  const { round, call } = about
  const [entries, members, recusals, scores] = await Promise.all([
    entriesOf(ctx, id),
    membersOf(ctx, id),
    recusalsOf(ctx, id),
    scoresOf(ctx, id),
  ])
  const { criteria } = call.rules
  const panel = await memberRows(ctx, members)
  return {
    id,
    version: round.version,
    closedAt: iso(round.closedAt!),
    levels: call.rules.levels,
    criteria: criteria.map(({ code, name, max }) => ({ code, name, max })),
    entries: entries
      .map(one => {
        const theirs = withLeftOut(scores.filter(({ entryId }) => entryId === one.entry.id))
        const recused = recusals.filter(({ of }) => of.entryId === one.entry.id)
        const silent = panel.filter(
          ({ expertId }) =>
            !theirs.some(score => score.expertId === expertId) && !recused.some(({ of }) => of.expertId === expertId),
        )
        return {
          ...rankedOf(about, one, theirs),
          isTied: entries.some(
            ({ of }) => of.entryId !== one.of.entryId && of.rank !== null && of.rank === one.of.rank,
          ),
          means: meansOf(criteria, theirs),
          missing: silent.map(({ name }) => name),
          recused: recused.map(({ name }) => name),
        }
      })
      .toSorted((a, b) => (a.rank ?? 1e6) - (b.rank ?? 1e6) || a.entryId - b.entryId),
    panel: panel.map(({ hasAccount: _, hasMobile: __, lastRemindedAt: ___, ...member }) => member),
  }
}

type ReadScore = Score & { entryId: number }

async function scoresOf({ db }: Pick<Ctx, 'db'>, roundId: number): Promise<ReadScore[]> {
  const rows = await db
    .select({ of: awardScore, name: expert.name })
    .from(awardScore)
    .innerJoin(expert, eq(expert.id, awardScore.expertId))
    .where(eq(awardScore.roundId, roundId))
    .orderBy(awardScore.expertId)
  return rows.map(({ of: { entryId, expertId, total, points, comment, submittedAt, submitted }, name }) => ({
    entryId,
    expertId,
    name,
    total: total!,
    points,
    comment,
    at: iso(submittedAt!),
    isLeftOut: false,
    changes: submitted.length - 1,
  }))
}

/** Marks the scores that are left out; among equal totals, only one. */
function withLeftOut(scores: ReadScore[]): Score[] {
  const inOrder = scores.toSorted((a, b) => a.total - b.total)
  const [lowest, highest] =
    countedOf(scores.map(({ total }) => total)).length < scores.length ? [inOrder[0], inOrder.at(-1)] : []
  return scores.map(({ entryId: _, ...score }, i) => ({
    ...score,
    isLeftOut: scores[i] === lowest || scores[i] === highest,
  }))
}

const rankedOf = ({ call }: RoundCase, { of, entry, about, applicant }: InRound, scores: Score[]) => {
  const spread = spreadOf(scores.map(({ total }) => total))
  const levelName = (code: string | null) => call.rules.levels.find(level => level.code === code)?.name ?? ''
  return {
    entryId: entry.id,
    applicationId: about.id,
    number: about.number ?? '',
    name: entry.name,
    applicant,
    groupName: groupNameOf(call, entry.groupCode),
    levelWantedName: levelName(entry.levelWanted),
    status: about.state,
    statusName: nameOfState(about.state),
    isHere: !isOut(about),
    score: of.score,
    rank: of.rank,
    spread,
    isSpreadLarge: spread > LARGE_SPREAD,
    scores,
    verdict: of.verdict,
    verdictName: of.verdict ? verdictNames[of.verdict] : '',
    reason: of.reason,
    levelCode: of.levelCode,
    levelName: levelName(of.levelCode),
    levelProposed: entry.levelProposed,
    levelProposedName: levelName(entry.levelProposed),
  }
}

const meansOf = (criteria: readonly Criterion[], scores: readonly Score[]) =>
  Object.fromEntries(
    scores.length ? criteria.map(({ code }) => [code, meanOf(scores.map(({ points }) => points[code] ?? 0))!]) : [],
  )

export const resultHandlers = {
  'GET /staff/award/round/result': showResult,
  'GET /staff/award/round/result-export': async (ctx, { id }) => {
    const about = await findClosed(ctx, id)
    const { criteria, entries } = await showResult(ctx, { id })
    await record(ctx, {
      action: 'awardRound.exportResult',
      objectType: 'awardRound',
      objectId: id,
      objectName: nameOf(about),
    })
    const number = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
    return sendWorkbook<[Line, Line]>(
      `评审结果-${nameOf(about)}`,
      {
        name: '排名',
        columns: [
          { title: '名次', width: 8, value: ({ of }) => (of.rank ? `${of.rank}${of.isTied ? '（并列）' : ''}` : '') },
          { title: '编号', width: 18, value: ({ of }) => of.number },
          { title: '名称', width: 40, value: ({ of }) => of.name },
          { title: '申报单位', width: 32, value: ({ of }) => of.applicant },
          { title: '专业评审组', value: ({ of }) => of.groupName },
          { title: '申报等级', value: ({ of }) => of.levelWantedName },
          { title: '得分', value: ({ of }) => number(of.score) },
          { title: '评分份数', value: ({ of }) => number(of.scores.length) },
          { title: '标准差', value: ({ of }) => number(of.spread) },
          ...criteria.map(({ code, name }) => ({
            title: `${name}（均分）`,
            value: ({ of }: Line) => number(of.means[code]),
          })),
          { title: '建议', value: ({ of }) => of.levelName || of.verdictName },
          { title: '理由', width: 36, value: ({ of }) => of.reason },
        ],
        rows: entries.map(of => ({ of })),
      },
      {
        name: '各专家评分',
        columns: [
          { title: '编号', width: 18, value: ({ of }) => of.number },
          { title: '名称', width: 40, value: ({ of }) => of.name },
          { title: '专家', value: ({ score }) => score?.name },
          ...criteria.map(({ code, name }) => ({
            title: name,
            value: ({ score }: Line) => number(score?.points[code]),
          })),
          { title: '总分', value: ({ score }) => number(score?.total) },
          { title: '是否计入', value: ({ score }) => (score?.isLeftOut ? '不计入' : '计入') },
          { title: '评语', width: 60, value: ({ score }) => score?.comment },
          { title: '提交时间', width: 18, value: ({ score }) => score && minute(score.at) },
        ],
        rows: entries.flatMap(of => of.scores.map(score => ({ of, score }))),
      },
    )
  },
} satisfies Partial<Handlers<Endpoints>>

type Line = { of: Entry; score?: Score }
