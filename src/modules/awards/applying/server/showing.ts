import { and, desc, eq, ne, or, sql } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { isOfType, listOpenCalls, showCalls } from '#modules/awards/calls/server/openCalls.ts'
import { awardCall, awardEntry, awardKind } from '#modules/awards/server/tables.ts'
import { listApplicationMessages } from '#modules/messages/server/applicationMessages.ts'
import { latestDecision } from '#modules/review/server/latestDecision.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfStage, stageOf } from '#modules/review/workflow.ts'
import type { applyingContract } from '../applyingContract.ts'
import { headOf, isOwn, ownEntries, ownEntry } from './ownEntries.ts'

type Endpoints = typeof applyingContract

/** A draft that was given up was never an entry. */
const isKept = or(ne(application.state, 'withdrawn'), ne(application.revision, 0))

export const showingHandlers = {
  'GET /award/list': async (ctx, asked) => {
    const where = and(
      isOwn(ctx),
      isKept,
      asked.status && eq(application.state, asked.status),
      asked.year ? eq(awardCall.year, asked.year) : undefined,
      asked.type ? isOfType(asked.type) : undefined,
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
        ...headOf(ctx, own),
        currentStep: stage ? nameOfStage(stage) : '办结',
        submitTime: own.of.submittedAt && iso(own.of.submittedAt),
        updateTime: iso(own.of.updatedAt),
      }
    })
    const openTypes = await showCalls(ctx, await listOpenCalls(ctx))
    return { ...toPage(list, await countOf(ctx.db, all), asked), openTypes }
  },
  'GET /award/getAuditReason': async (ctx, { id }) => {
    return latestDecision(ctx, (await ownEntry(ctx, id)).of)
  },
  'GET /award/message/list': async (ctx, asked) => {
    if (asked.id !== undefined) await ownEntry(ctx, asked.id)
    return listApplicationMessages(ctx, { ...asked, kind: 'award', id: asked.id })
  },
} satisfies Partial<Handlers<Endpoints>>
