import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import { type Ctx, signed } from '#lib/server/context.ts'
import { countUpTo } from '#lib/server/db.ts'
import { message } from '#modules/messages/server/tables.ts'
import { stageNames } from '#modules/review/server/progress.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { stageOf, stateNames } from '#modules/review/workflow.ts'
import type { applyingContract } from '../../applyingContract.ts'
import { isOfType, listOpenCalls, showCalls } from '../calls/openCalls.ts'
import { awardCall, awardEntry, awardKind } from '../tables.ts'
import { headOf, isOwn, ownEntries, ownEntry } from './ownEntries.ts'

type Endpoints = typeof applyingContract
type List = Endpoints['GET /award/list']
type Messages = Endpoints['GET /award/message/list']
type Reason = Endpoints['GET /award/getAuditReason']

/** A draft that was given up was never an entry. */
const isKept = or(ne(application.state, 'withdrawn'), ne(application.revision, 0))

export async function listEntries(ctx: Ctx, asked: Parsed<List>): Promise<Output<List>> {
  const where = and(
    ...[isOwn(ctx), isKept, asked.status && eq(application.state, asked.status)],
    ...[asked.year ? eq(awardCall.year, asked.year) : undefined, asked.type ? isOfType(asked.type) : undefined],
  )
  const rows = await ownEntries(ctx)
    .where(where)
    .orderBy(desc(awardEntry.id))
    .limit(asked.pageSize)
    .offset(offset(asked))
  const all = sql`select 1 from ${awardEntry}
    join ${awardCall} on ${awardCall.id} = ${awardEntry.callId} join ${awardKind} on ${awardKind.id} = ${awardCall.kindId}
    join ${application} on ${application.id} = ${awardEntry.applicationId} where ${where}`
  const list = rows.map(own => {
    const stage = stageOf(own.of.state)
    return {
      ...{ ...headOf(ctx, own), currentStep: stage ? stageNames[stage] : '办结' },
      ...{ submitTime: own.of.submittedAt && iso(own.of.submittedAt), updateTime: iso(own.of.updatedAt) },
    }
  })
  const openTypes = await showCalls(ctx, await listOpenCalls(ctx))
  return { ...toPage(list, await countUpTo(ctx.db, COUNT_LIMIT, all), asked), openTypes }
}

/** The last word of the association that asked for something, or said no. */
export async function showReason(ctx: Ctx, { id }: Parsed<Reason>): Promise<Output<Reason>> {
  const { of } = await ownEntry(ctx, id)
  const [last] = await ctx.db
    .select()
    .from(applicationEvent)
    .where(
      and(eq(applicationEvent.applicationId, id), inArray(applicationEvent.action, ['return', 'reject', 'reconsider'])),
    )
    .orderBy(desc(applicationEvent.id))
    .limit(1)
  if (!last) return null
  return {
    ...{ status: last.to, statusName: stateNames[last.to], auditTime: iso(last.at) },
    ...{ auditor: '协会', reason: last.opinion, deadline: of.dueOn },
    items: last.remarks.map(({ field, slot, label, text }) => ({ field: field ?? slot ?? '', label, reason: text })),
  }
}

export async function listMessages(ctx: Ctx, { id, ...asked }: Parsed<Messages>): Promise<Output<Messages>> {
  if (id !== undefined) await ownEntry(ctx, id)
  const where = and(
    eq(message.accountId, signed(ctx).accountId),
    id === undefined ? eq(message.kind, 'award') : and(eq(message.objectType, 'application'), eq(message.objectId, id)),
  )
  const rows = await ctx.db
    .select()
    .from(message)
    .where(where)
    .orderBy(desc(message.id))
    .limit(asked.pageSize)
    .offset(offset(asked))
  const total = await countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${message} where ${where}`)
  const list = rows.map(({ id, title, content, route, readAt, createdAt }) => ({
    ...{ id, title, content, route, isRead: readAt !== null, createTime: iso(createdAt) },
  }))
  return toPage(list, total, asked)
}
