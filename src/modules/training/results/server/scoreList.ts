import { sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { courseStatus, statusNames } from '#modules/training/courseStatus.ts'
import { examKindNames, resultNames } from '#modules/training/participantWords.ts'
import { comingTo } from '#modules/training/running/server/roster.ts'
import { participant } from '#modules/training/server/tables.ts'
import type { staffResultContract } from '../resultContract.ts'
import type { staffScoreContract } from '../scoreContract.ts'
import {
  currentResult,
  type FoundCourse,
  findCourse,
  inTicketOrder,
  isCertifiable,
  isFresh,
  readScores,
  type ScoreRow,
  scoreSource,
  scoresWhere,
} from './scoreQueries.ts'

type Endpoints = typeof staffScoreContract
type Head = Output<Endpoints['GET /staff/training/results']>

export const scoreListHandlers = {
  'GET /staff/training/results': async (ctx, { id }) => {
    const found = await findCourse(ctx, id)
    const { of, kind } = found
    const figures = await countResults(ctx, id)
    const status = courseStatus({ ...of, enrolled: 0 }, ctx.now)
    const { title, hours, hasExam, passScore, passPractice, hasNotice } = of
    return {
      id,
      title,
      status,
      statusName: statusNames[status],
      hours,
      hasExam,
      passScore,
      passPractice,
      hasNotice,
      startDate: of.startsOn,
      endDate: of.endsOn,
      kindName: kind?.name ?? null,
      announcedAt: of.resultsAt && iso(of.resultsAt),
      figures,
      hindrance: hindranceOf(ctx, found, figures),
    }
  },
  'GET /staff/training/scores': async (ctx, asked) => {
    const found = await findCourse(ctx, asked.id)
    const where = scoresWhere(asked)
    const rows = await readScores(ctx, where)
      .orderBy(...inTicketOrder)
      .limit(asked.pageSize)
      .offset(offset(asked))
    const total = await countOf(ctx.db, sql`select 1 from ${scoreSource} where ${where}`)
    return toPage(
      rows.map(row => toRow(found, row)),
      total,
      asked,
    )
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

/** Why its results cannot be announced now. */
export function hindranceOf(
  { now }: Pick<Ctx, 'now'>,
  { of }: FoundCourse,
  figures: { all: number; fresh: number; lacking: number },
) {
  if (of.cancelledAt) return '培训班已取消'
  if (dayOf(now) < of.endsOn) return `培训到 ${of.endsOn} 结束，结束后才能公布成绩`
  if (figures.all === 0) return '名册里还没有人'
  if (of.resultsAt && figures.fresh + figures.lacking === 0) return '成绩都已公布，没有新的'
  return ''
}

type Figures = Head['figures']

export async function countResults({ db }: Pick<Ctx, 'db'>, id: number): Promise<Figures> {
  const when = (condition: unknown) => sql`count(*) filter (where ${condition})`
  const isNow = (result: string) => when(sql`${currentResult} = ${result}`)
  const { rows } = await db.execute<Record<Exclude<keyof Figures, 'rate'>, number>>(sql`select
    count(*) "all", ${when(sql`${participant.checkedInAt} is not null`)} "checkedIn",
    ${isNow('none')} lacking, ${when(sql`first_try.participant_id is null and ${participant.result} = 'none'`)} blank,
    ${isNow('passed')} passed, ${isNow('failed')} failed, ${isNow('absent')} absent,
    ${isNow('makeupPassed')} "makeupPassed", ${isNow('makeupFailed')} "makeupFailed",
    ${when(sql`${currentResult} in ('failed', 'absent') and makeup_try.participant_id is null`)} "makeupDue",
    ${when(isFresh)} fresh, ${when(isCertifiable)} certifiable,
    ${when(sql`${participant.batchId} is not null and ${participant.certificateId} is null`)} "inBatch",
    ${when(sql`${participant.certificateId} is not null`)} certified,
    ${when(sql`${participant.creditedAt} is not null`)} credited
    from ${scoreSource} where ${comingTo(id)}`)
  const figures = rows[0]!
  const known = figures.all - figures.lacking
  const rate = known === 0 ? null : Math.round(((figures.passed + figures.makeupPassed) / known) * 1000) / 10
  return { ...figures, rate }
}

function toRow(found: FoundCourse, row: ScoreRow) {
  const { id, name, organisationName, ticketNumber, examKind, result } = row
  return {
    id,
    name,
    organisationName,
    ticketNumber,
    result,
    resultName: resultNames[result],

    examKindName: examKindNames[examKind],
    levelName: levelName(found, row),
    isCheckedIn: row.checkedInAt !== null,
    first: toTry(row.first),
    makeup: toTry(row.makeup),
    certificateNumber: row.certificate?.number ?? null,
    batchNumber: row.batchNumber,
    lock: scoreLockReason(row),
  }
}

const toTry = (of: ScoreRow['first']) =>
  of && {
    theory: of.theory,
    practice: of.practice,
    isAbsent: of.isAbsent,
    recordedBy: of.recordedBy,
    recordedAt: iso(of.updatedAt),
    isAnnounced: of.announcedAt !== null,
    seen: of.updatedAt.getTime(),
  }

/** Level of the course, or the one the participant enrolled for. */
export function levelName({ of, kind }: FoundCourse, { levelCode }: Pick<ScoreRow, 'levelCode'>): string {
  const code = of.levelCode || levelCode
  return kind?.levels.find(level => level.code === code)?.name ?? ''
}

/** Why scores cannot be changed any more, and what to do. A certificate that counts no more does not stand in the way. */
export function scoreLockReason({
  certificate,
  batchId,
  batchNumber,
}: Pick<ScoreRow, 'certificate' | 'batchId' | 'batchNumber'>) {
  if (certificate)
    return ['revoked', 'cancelled'].includes(certificate.status)
      ? ''
      : `证书 ${certificate.number} 已签发，不能更正成绩；确有差错的，请先在“证书”中撤销这张证书`
  return batchId === null ? '' : `已列入发证批次 ${batchNumber ?? ''}，请先撤回批次，或退回后把人移出`
}

/** A score as it is typed and read. */
export const words = (score: number | null | undefined) => (score === null || score === undefined ? '' : String(score))
