import { eq } from 'drizzle-orm'
import { dayOf, daysBetween } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import type { RefundTerms } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { statusNames, statusOf } from '../advertStatus.ts'
import { positionOf } from '../positions.ts'
import type { Advert } from './advertisers.ts'
import { releaseFreeDays } from './allowances.ts'
import { feeOf } from './fees.ts'
import { lockPlace } from './places.ts'
import { lockAdvert, writeAdvert } from './records.ts'
import { advert } from './tables.ts'

export async function advertOf({ db }: Pick<Ctx, 'db'>, applicationId: number): Promise<Advert> {
  const [found] = await db.select().from(advert).where(eq(advert.applicationId, applicationId))
  if (!found) throw notFound('广告不存在')
  return found
}

/** Before its first day all of an advert's fee goes back; afterwards staff decide. */
export async function refundTerms(ctx: Ctx, applicationId: number): Promise<RefundTerms> {
  const of = await advertOf(ctx, applicationId)
  const today = dayOf(ctx.now)
  const status = statusOf(of, today)
  const text = '还没有投放的，全额退还；已经投放的，退还多少由协会按情况决定。'
  if (status === 'scheduled') {
    const fee = await feeOf(ctx, of.id)
    return {
      text,
      percent: 100,
      reason: `原定 ${of.startsOn} 起投放，还没有投放，全额退还`,
      ending: {
        text: `广告“${of.title}”随即撤回，不再投放，广告位让给他人，不能恢复。`,
        parts: [{ id: of.id, name: of.title, amount: fee?.amount ?? 0 }],
      },
    }
  }
  const shown =
    status === 'running' || status === 'ended'
      ? `，${of.startsOn} 起投放了 ${daysBetween(of.startsOn!, [today, of.endsOn!].toSorted()[0]!) + 1} 天`
      : ''
  return { text, percent: null, reason: `广告${statusNames[status]}${shown}，退还多少由协会决定`, ending: null }
}

/** Withdraws an advert that has not been shown: its place is free, and so are its days of the membership. */
export async function giveUp(
  ctx: Ctx,
  applicationId: number,
  partIds: readonly number[],
  reason: string,
): Promise<void> {
  const seen = await advertOf(ctx, applicationId)
  // A position is locked before its adverts, as whoever hands one in does.
  await lockPlace(ctx, positionOf(seen))
  const before = await lockAdvert(ctx, seen.id)
  const today = dayOf(ctx.now)
  const status = statusOf(before, today)
  if (status !== 'scheduled' || partIds.some(id => id !== before.id))
    throw conflict(`广告${statusNames[status]}，刚有变化，请刷新后再办理`)
  await releaseFreeDays(ctx, before)
  const after = await writeAdvert(ctx, before, { status: 'withdrawn' })
  await recordChange(ctx, {
    action: 'advert.giveUp',
    objectType: 'advert',
    objectId: before.id,
    objectName: before.title,
    before: { 状态: statusNames[status] },
    after: { 状态: statusNames[statusOf(after, today)] },
    detail: { number: before.number, reason },
  })
}
