import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { decryptForm, maskForm } from '#lib/server/encryption/encryptedForm.ts'
import { awardCall, awardEntry, awardKind } from '#modules/awards/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { readProgress } from '#modules/review/applying/server/progress.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { staffEntryContract } from '../staffEntryContract.ts'
import { fieldsOf } from './entries.ts'

type Endpoints = typeof staffEntryContract
export type EntryFilter = Parsed<Endpoints['GET /staff/award/entry/export']>

/** Drafts, and what never came further, are nobody's but their writer's. */
const isHandedIn = and(ne(application.revision, 0), ne(application.state, 'draft'))

const LIKE = /[\\%_]/g

export const whereOf = ({ callId, year, group, status, key }: EntryFilter) => {
  const part = key && `%${key.replace(LIKE, sign => `\\${sign}`)}%`
  return and(
    isHandedIn,
    callId ? eq(awardEntry.callId, callId) : undefined,
    year ? eq(awardCall.year, year) : undefined,
    group ? eq(awardEntry.groupCode, group) : undefined,
    status ? eq(application.state, status) : undefined,
    part
      ? sql`(${awardEntry.name} ilike ${part} or ${application.number} ilike ${part} or ${organisation.name} ilike ${part})`
      : undefined,
  )!
}

export const readEntries = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ entry: awardEntry, call: awardCall, kind: awardKind, of: application, organisation, person })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .leftJoin(organisation, eq(organisation.id, awardEntry.organisationId))
    .leftJoin(person, eq(person.id, awardEntry.personId))
    .orderBy(desc(awardEntry.id))
    .$dynamic()
export type ReadEntry = Awaited<ReturnType<typeof readEntries>>[number]

export const before = (id: number | undefined) => (id === undefined ? undefined : lt(awardEntry.id, id))

export function toRow({ entry, call, kind, of, organisation, person }: ReadEntry) {
  const named = (all: readonly { code: string; name: string }[], code: string) =>
    all.find(one => one.code === code)?.name ?? ''
  const { subTypes, groups, levels } = call.rules
  return {
    id: entry.id,
    applicationId: of.id,
    applyNo: of.number ?? '',
    name: entry.name,
    year: call.year,
    kindName: kind.name,
    subTypeName: named(subTypes, entry.subType),
    groupName: named(groups, entry.groupCode),
    levelWanted: named(levels, entry.levelWanted),
    status: of.state,
    statusName: nameOfState(of.state),
    applicant: organisation?.name ?? person?.name ?? '',
    submittedOn: of.submittedAt && dayOf(of.submittedAt),
    score: entry.score,
    rank: entry.rank,
  }
}

export const entryDeskHandlers = {
  'GET /staff/award/entry/list': async (ctx, asked) => {
    const where = whereOf(asked)
    const rows = await readEntries(ctx).where(where).limit(asked.pageSize).offset(offset(asked))
    const all = sql`select 1 from ${awardEntry} join ${application} on ${application.id} = ${awardEntry.applicationId}
    join ${awardCall} on ${awardCall.id} = ${awardEntry.callId}
    left join ${organisation} on ${organisation.id} = ${awardEntry.organisationId} where ${where}`
    return toPage(rows.map(toRow), await countOf(ctx.db, all), asked)
  },
  'GET /staff/award/entry/options': async ({ db }, { callId }) => {
    const calls = await db
      .select({ id: awardCall.id, title: awardCall.title, rules: awardCall.rules })
      .from(awardCall)
      .where(ne(awardCall.state, 'draft'))
      .orderBy(desc(awardCall.year), asc(awardCall.id))
      .limit(200)
    const counted = callId ? calls.filter(({ id }) => id === callId) : calls
    const groups = new Map(counted.flatMap(({ rules }) => rules.groups.map(({ code, name }) => [code, name] as const)))
    return {
      calls: calls.map(({ id, title }) => ({ id, title })),
      groups: [...groups].map(([code, name]) => ({ code, name })),
    }
  },
  /** Detail for reviewers; personal values are masked. */
  'GET /staff/award/entry/detail': async (ctx, { id }) => {
    const [found] = await readEntries(ctx).where(and(eq(awardEntry.id, id), isHandedIn))
    if (!found) throw notFound('没有这项申报，或尚未提交')
    const { call, of } = found
    const fields = fieldsOf(found)
    const infos = await fileInfos(ctx, Object.values(of.materials).flat())
    const { timeline } = await readProgress(ctx, of, { masked: true })
    return {
      ...toRow(found),
      callId: call.id,
      callTitle: call.title,
      fields,
      form: maskForm(fields, decryptForm(fields, of.form, ctx.encryption)),
      materials: call.rules.materials.map(({ code, name }) => ({
        code,
        name,
        files: (of.materials[code] ?? []).flatMap(fileId => infos.get(fileId) ?? []),
      })),
      timeline: timeline.map(({ id, actionName, toName, actorName, opinion, at }) => ({
        id,
        actionName,
        toName,
        actorName,
        opinion,
        at,
      })),
    }
  },
} satisfies Partial<Handlers<typeof staffEntryContract>>
