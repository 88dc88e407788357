import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type AwardKind, awardCall, awardKind, type Call } from '#modules/awards/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'

type ReadCtx = Pick<Ctx, 'db' | 'now'>
export type CallWithKind = { call: Call; kind: AwardKind }

/** Today something may be handed in for it; both days count, by the calendar of Shanghai. */
export const isOpen = ({ now }: Pick<Ctx, 'now'>, { state, opensOn, closesOn }: Call) =>
  state === 'published' && opensOn <= dayOf(now) && dayOf(now) <= closesOn

/** Why nothing new is handed in for it today; null where it may be. */
export function hindranceOf({ now }: Pick<Ctx, 'now'>, call: Call): string | null {
  if (isOpen({ now }, call)) return null
  if (call.state === 'published' && dayOf(now) < call.opensOn) return `申报自 ${call.opensOn} 开始`
  if (call.state === 'draft') return '这一年度的申报尚未开始，或已撤下'
  return `申报已于 ${call.closesOn} 截止，不再接受新的申报`
}

export async function listOpenCalls({ db, now }: ReadCtx): Promise<CallWithKind[]> {
  const today = dayOf(now)
  return db
    .select({ call: awardCall, kind: awardKind })
    .from(awardCall)
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(and(eq(awardCall.state, 'published'), lte(awardCall.opensOn, today), gte(awardCall.closesOn, today)))
    .orderBy(asc(awardCall.closesOn), asc(awardKind.sort), asc(awardKind.id))
}

export const isOfType = (type: string) => sql<boolean>`(${awardKind.code} = ${type} or ${awardKind.id}::text = ${type})`

/** The call of an award in a year, as applicants know it: one that is not published does not exist for them. */
export async function findCall(
  { db }: ReadCtx,
  type: string | undefined,
  year: number | undefined,
): Promise<CallWithKind> {
  if (type === undefined) throw invalid('请指明申报的奖项', { type: '请选择奖项' })
  if (year === undefined) throw invalid('请指明申报的年度', { year: '请选择年度' })
  const [found] = await db
    .select({ call: awardCall, kind: awardKind })
    .from(awardCall)
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(and(isOfType(type), eq(awardCall.year, year)))
  if (!found || found.call.state === 'draft') throw notFound('这一年度没有这个奖项的申报')
  return found
}

export async function showCalls(ctx: ReadCtx, called: readonly CallWithKind[]) {
  const files = await fileInfos(
    ctx,
    called.flatMap(({ call }) => call.templateFileId ?? []),
  )
  const today = dayOf(ctx.now)
  return called.map(({ call, kind }) => {
    const template = call.templateFileId === null ? undefined : files.get(call.templateFileId)
    return {
      callId: call.id,
      type: kind.code,
      typeName: kind.name,
      form: kind.form,
      year: call.year,
      title: call.title,
      intro: kind.intro,
      opensOn: call.opensOn,
      deadline: call.closesOn,
      daysLeft: daysBetween(today, call.closesOn),
      noticeId: call.noticeArticleId,
      hidesApplicants: call.hidesApplicants,
      template: template
        ? { id: template.id, name: template.name, url: template.url, size: template.size, ext: template.ext }
        : null,
    }
  })
}
