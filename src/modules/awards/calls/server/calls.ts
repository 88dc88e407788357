import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { lastActOn, record } from '#modules/audit/server/record.ts'
import { awardCall, awardKind } from '#modules/awards/server/tables.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { article } from '#modules/content/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { allStates, nameOfState } from '#modules/review/workflow.ts'
import { callFields } from '../callForm.ts'
import type { staffCallContract } from '../contract.ts'
import { callForm } from './callForm.ts'
import { actsOf, countEntries, hasEntries, publishingFaults, stateNameOf } from './callState.ts'
import type { CallWithKind } from './openCalls.ts'

type Endpoints = typeof staffCallContract
type Filter = Parsed<Endpoints['GET /staff/award/call/export']>

const whereOf = ({ year, kindId, status }: Filter) =>
  and(
    year ? eq(awardCall.year, year) : undefined,
    kindId ? eq(awardCall.kindId, kindId) : undefined,
    status ? eq(awardCall.state, status) : undefined,
  )

const readCalls = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ call: awardCall, kind: awardKind })
    .from(awardCall)
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .orderBy(desc(awardCall.year), desc(awardCall.id))
    .$dynamic()

async function toRows(ctx: Ctx, called: readonly CallWithKind[]) {
  const counted = await countEntries(
    ctx,
    called.map(({ call }) => call.id),
  )
  return called.map(({ call, kind }) => {
    const { entries, drafts } = counted(call.id)
    return {
      id: call.id,
      kindId: kind.id,
      kindName: kind.name,
      year: call.year,
      title: call.title,
      opensOn: call.opensOn,
      closesOn: call.closesOn,
      status: call.state,
      statusName: stateNameOf(call, dayOf(ctx.now)),
      entries,
      drafts,
    }
  })
}

export const callsHandlers = {
  'GET /staff/award/call/list': async (ctx, asked) => {
    const where = whereOf(asked)
    const rows = await readCalls(ctx).where(where).limit(asked.pageSize).offset(offset(asked))
    const total = await countOf(ctx.db, sql`select 1 from ${awardCall} where ${where ?? sql`true`}`)
    return toPage(await toRows(ctx, rows), total, asked)
  },
  'GET /staff/award/call/export': async (ctx, filter) => {
    await record(ctx, { action: 'awardCall.export', objectType: 'awardCall', detail: filter })
    const rows = inBatches<Row>(async after => {
      const from =
        after && or(lt(awardCall.year, after.year), and(eq(awardCall.year, after.year), lt(awardCall.id, after.id)))
      return toRows(
        ctx,
        await readCalls(ctx)
          .where(and(whereOf(filter), from))
          .limit(1000),
      )
    })
    return sendWorkbook('申报通知', { name: '申报通知', columns, rows })
  },
  'GET /staff/award/call/detail': async (ctx, { id }) => {
    const [called] = await readCalls(ctx).where(eq(awardCall.id, id))
    if (!called) throw notFound('申报通知不存在或已删除')
    const { call, kind } = called
    const [row] = await toRows(ctx, [called])
    const counted = (await countEntries(ctx, [id]))(id)
    const files = await fileInfos(ctx, call.templateFileId === null ? [] : [call.templateFileId])
    return {
      ...row!,
      version: call.version,
      fields: [...callFields],
      values: callForm.valuesOf(call),
      rulesLocked: (await hasEntries(ctx, call)) ? '已有申报，规则不能再改' : null,
      article: await articleOf(ctx, call.noticeArticleId),
      template: files.get(call.templateFileId ?? 0) ?? null,
      byState: allStates().flatMap(status => {
        const count = counted.ofState(status)
        return count ? [{ status, statusName: nameOfState(status), count }] : []
      }),
      byGroup: call.rules.groups.map(({ code, name }) => ({ code, name, count: counted.ofGroup(code) })),
      missing: call.state === 'draft' ? publishingFaults(call, kind, dayOf(ctx.now)) : [],
      canDo: await actsOf(ctx, call),
      changed: (await lastActOn(ctx, 'awardCall', id)) ?? null,
    }
  },
  /** Published articles that match the search, newest first. */
  'GET /staff/award/call/articles': async (ctx, { key }) => {
    const query = key ? toQuery(key) : null
    const rows = await ctx.db
      .select({ id: article.id, title: article.title, publishedAt: article.publishedAt })
      .from(article)
      .where(and(isPublished(ctx), query ? sql`${article.words} @@ ${query}::tsquery` : undefined))
      .orderBy(desc(article.publishedAt), desc(article.id))
      .limit(MAX_ARTICLES)
    return rows.map(({ id, title, publishedAt }) => ({ id, title, publishedOn: dayOf(publishedAt!) }))
  },
} satisfies Partial<Handlers<Endpoints>>

type Row = Awaited<ReturnType<typeof toRows>>[number]
const columns: Column<Row>[] = [
  { title: '年度', width: 8, value: ({ year }) => String(year) },
  { title: '奖项', width: 20, value: ({ kindName }) => kindName },
  { title: '标题', width: 40, value: ({ title }) => title },
  { title: '申报开始', value: ({ opensOn }) => opensOn },
  { title: '申报截止', value: ({ closesOn }) => closesOn },
  { title: '状态', value: ({ statusName }) => statusName },
  { title: '申报数', width: 8, value: ({ entries }) => entries },
  { title: '填写中', width: 8, value: ({ drafts }) => drafts },
]

async function articleOf({ db }: Ctx, id: number | null) {
  if (id === null) return null
  const [found] = await db.select({ id: article.id, title: article.title }).from(article).where(eq(article.id, id))
  return found ?? null
}

const MAX_ARTICLES = 10
