import { and, count, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { application, applicationEvent, publicNotice } from '#modules/review/server/tables.ts'
import { nameOfState, possibleActions } from '#modules/review/workflow.ts'
import { resultNames } from '#modules/training/participantWords.ts'
import { certificateBatch, participant, registration } from '#modules/training/server/tables.ts'
import type { staffBatchContract } from '../batchContract.ts'
import type { staffResultContract } from '../resultContract.ts'
import { inOrder, readCandidates } from './batches.ts'
import { organisationOf, type Planned, planCertificates, readPeople } from './batchPeople.ts'
import { findBatch } from './batchQueries.ts'
import { findCourse, matchesName } from './scoreQueries.ts'

type Endpoints = typeof staffBatchContract

export const batchListHandlers = {
  /** Checks all candidates at once, because problems depend on all certificates held, and pages the result. */
  'GET /staff/training/batch/candidates': async (ctx, asked) => {
    const found = await findCourse(ctx, asked.id)
    if (found.kind?.issuer !== 'association') return { ...toPage([], 0, asked), ready: 0, blocked: 0 }
    const all = await readCandidates(ctx, found)
    const { key } = asked
    const shown = key
      ? all.filter(row => [row.name, organisationOf(row), row.ticketNumber].join(' ').includes(key))
      : all
    const from = offset(asked)
    const rows = shown.slice(from, from + asked.pageSize)
    const blocked = all.filter(({ problem }) => problem).length
    return {
      ...toPage(
        rows.map(row => ({ ...toPerson(row), problem: row.problem, note: row.note })),
        shown.length,
        asked,
      ),
      ready: all.length - blocked,
      blocked,
    }
  },
  'GET /staff/training/batch/list': async (ctx, { id }) => {
    const counted = ctx.db
      .select({ batchId: participant.batchId, people: count().as('people') })
      .from(participant)
      .groupBy(participant.batchId)
      .as('counted')
    const rows = await ctx.db
      .select({ of: certificateBatch, application, people: counted.people, notice: publicNotice })
      .from(certificateBatch)
      .innerJoin(application, eq(application.id, certificateBatch.applicationId))
      .leftJoin(counted, eq(counted.batchId, certificateBatch.id))
      .leftJoin(publicNotice, and(eq(publicNotice.applicationId, application.id), isNull(publicNotice.endedAt)))
      .where(eq(certificateBatch.courseId, id))
      .orderBy(desc(certificateBatch.id))
    const opinions = await opinionsOf(
      ctx,
      rows.map(row => row.application.id),
    )
    return rows.map(({ of, application: { id: applicationId, state, ...about }, people, notice }) => ({
      id: of.id,
      applicationId,
      number: about.number ?? '',
      version: about.version,
      state,
      stateName: nameOfState(state),
      createdBy: of.createdBy,
      createdAt: iso(of.createdAt),
      since: iso(about.stateSince),
      people: people ?? 0,
      issuedAt: of.issuedAt && iso(of.issuedAt),
      opinion: ['returned', 'rejected', 'submitted'].includes(state) ? (opinions.get(applicationId) ?? '') : '',
      notice: notice && { id: notice.id, until: notice.toDay, isHeld: notice.heldAt !== null },
      canEdit: state === 'returned',
      canWithdraw: possibleActions(state).includes('withdraw'),
    }))
  },
  'GET /staff/training/batch/people': async (ctx, asked) => {
    const { found } = await findBatch(ctx, asked.id)
    const where = peopleWhere(asked)
    const rows = await readPeople(ctx, where)
      .orderBy(...inOrder)
      .limit(asked.pageSize)
      .offset(offset(asked))
    const source = sql`${participant} join ${registration} on ${eq(registration.id, participant.registrationId)}`
    const total = await countOf(ctx.db, sql`select 1 from ${source} where ${where}`)
    const people = await planCertificates(ctx, found, rows)
    return toPage(
      people.map(row => ({
        ...toPerson(row),
        certificateId: row.certificateId,
        certificateNumber: row.certificateNumber,
        renews: row.certificateId === null ? (row.old?.number ?? '') : '',
      })),
      total,
      asked,
    )
  },
  'GET /staff/training/batch/export': async (ctx, asked) => {
    const { batch, found } = await findBatch(ctx, asked.id)
    await record(ctx, { action: 'certificateBatch.export', objectType: 'certificateBatch', objectId: batch.id })
    const rows = inBatches(async (after: Planned | undefined) => {
      const next = and(peopleWhere(asked), after && gt(participant.id, after.id))!
      return planCertificates(ctx, found, await readPeople(ctx, next).orderBy(participant.id).limit(1000))
    })
    return sendWorkbook(`${found.of.title} 发证名单`, {
      name: '发证名单',
      columns: [
        { title: '证书编号', width: 24, value: row => row.certificateNumber },
        { title: '姓名', width: 12, value: row => row.name },
        { title: '单位', width: 30, value: organisationOf },
        { title: '准考证号', width: 18, value: row => row.ticketNumber },
        { title: '级别', width: 12, value: row => row.level.name },
        { title: '成绩', width: 12, value: row => resultNames[row.result] },
      ],
      rows,
    })
  },
} satisfies Partial<Handlers<typeof staffResultContract>>

const toPerson = (row: Planned) => ({
  id: row.id,
  name: row.name,
  organisationName: organisationOf(row),
  ticketNumber: row.ticketNumber,
  levelName: row.level.name,
  resultName: resultNames[row.result],
  renews: row.old?.number ?? '',
})

/** The last thing that was said to each by who decides. */
async function opinionsOf({ db }: Ctx, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectDistinctOn([applicationEvent.applicationId], {
      id: applicationEvent.applicationId,
      opinion: sql<string>`concat_ws('；', nullif(${applicationEvent.opinion}, ''),
        (select string_agg(remark ->> 'text', '；') from jsonb_array_elements(${applicationEvent.remarks}) remark))`,
    })
    .from(applicationEvent)
    .where(and(inArray(applicationEvent.applicationId, ids), eq(applicationEvent.by, 'staff')))
    .orderBy(applicationEvent.applicationId, desc(applicationEvent.id))
  return new Map(rows.map(({ id, opinion }) => [id, opinion]))
}

type Filters = Parsed<Endpoints['GET /staff/training/batch/export']>
const peopleWhere = ({ id, key }: Filters) => and(eq(participant.batchId, id), key ? matchesName(key) : undefined)!
