import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byPinyin } from '#lib/server/registers/registerColumns.ts'
import { toQuery } from '#lib/server/search/words.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { lastActOn } from '#modules/audit/server/record.ts'
import { awardCall, awardKind } from '#modules/awards/server/tables.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { article } from '#modules/content/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { allStates, nameOfState } from '#modules/review/workflow.ts'
import { callFilters } from '../../callFilters.ts'
import { callStates } from '../../rules.ts'
import { callFields } from '../callForm.ts'
import type { staffCallContract } from '../contract.ts'
import { callForm } from './callForm.ts'
import { actsOf, countEntries, hasEntries, publishingFaults, stateNameOf } from './callState.ts'
import type { CallWithKind } from './openCalls.ts'

type Endpoints = typeof staffCallContract
const readCalls = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ call: awardCall, kind: awardKind })
    .from(awardCall)
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
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

/** 申报通知: the awards of all years, with how many have applied. */
const callRegister = defineRegister({
  name: '申报通知',
  views: { code: 'awardCall', permission: 'staff:awards' },
  filters: callFilters,
  from: sql`${awardCall} join ${awardKind} on ${awardKind.id} = ${awardCall.kindId}`,
  id: awardCall.id,
  newest: awardCall.year,
  where: { year: awardCall.year, kindId: awardCall.kindId, status: awardCall.state },
  read: async (ctx, ids) => toRows(ctx, await readCalls(ctx).where(inArray(awardCall.id, ids))),
  row: of => of,
  columns: {
    year: { heading: '年度', width: 8, value: of => String(of.year), sort: awardCall.year, nowrap: true },
    kindName: { heading: '奖项', width: 20, value: of => of.kindName, sort: byPinyin(awardKind.name) },
    title: { heading: '标题', width: 40, value: of => of.title, sort: byPinyin(awardCall.title) },
    opensOn: { heading: '申报开始', value: of => of.opensOn, sort: awardCall.opensOn, nowrap: true },
    closesOn: { heading: '申报截止', value: of => of.closesOn, sort: awardCall.closesOn, nowrap: true },
    statusName: {
      heading: '状态',
      value: of => of.statusName,
      sort: sql`array_position(${sql.param(callStates)}::text[], ${awardCall.state})`,
      nowrap: true,
    },
    entries: { heading: '申报数', width: 8, value: of => of.entries, isFigure: true },
    drafts: { heading: '填写中', width: 8, value: of => of.drafts, isFigure: true },
  },
  listed: ['title', 'kindName', 'year', 'statusName', 'opensOn', 'closesOn', 'entries', 'drafts'],
})

export const callsHandlers = {
  'GET /staff/award/call/list': (ctx, asked) => callRegister.list(ctx, asked),
  'GET /staff/award/call/export': (ctx, asked) =>
    exportRegister(ctx, callRegister, asked, { action: 'awardCall.export', objectType: 'awardCall' }),
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
    const query = key && toQuery(key)
    if (query === null) return []
    const rows = await ctx.db
      .select({ id: article.id, title: article.title, publishedAt: article.publishedAt })
      .from(article)
      .where(and(isPublished(ctx), query ? sql`${article.words} @@ ${query}::tsquery` : undefined))
      .orderBy(desc(article.publishedAt), desc(article.id))
      .limit(MAX_ARTICLES)
    return rows.map(({ id, title, publishedAt }) => ({ id, title, publishedOn: dayOf(publishedAt!) }))
  },
} satisfies Partial<Handlers<Endpoints>>

async function articleOf({ db }: Ctx, id: number | null) {
  if (id === null) return null
  const [found] = await db.select({ id: article.id, title: article.title }).from(article).where(eq(article.id, id))
  return found ?? null
}

const MAX_ARTICLES = 10
