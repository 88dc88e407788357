import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lastActOn, recordChange } from '#modules/audit/server/record.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { statusNames, statusOf } from '../../advertStatus.ts'
import { positionOf, positions } from '../../positions.ts'
import type { staffAdvertsContract } from '../../staffContract.ts'
import type { Advert } from '../advertisers.ts'
import { releaseFreeDays, takeFreeDays } from '../allowances.ts'
import { feeOf } from '../fees.ts'
import { lockPlace, refuseFull } from '../places.ts'
import { type Changes, lockAdvert, readAdvert, writeAdvert } from '../records.ts'
import { notifyAdvertiser } from '../reminding.ts'
import { allowedActs } from './adverts.ts'

type Endpoints = typeof staffAdvertsContract
type Asked = Parsed<Endpoints['POST /staff/advert/takeDown']>
type Acted = Output<Endpoints['POST /staff/advert/takeDown']>

const placeholders = { 广告: '成套节能装置', 广告位: '首页中部通栏', 原因: '广告内容与检验报告不符' }

const takenDown = defineTemplate({
  code: 'advert.takenDown',
  group: '广告',
  name: '广告被下线',
  title: '广告已下线：{广告}',
  content: '“{广告}”（{广告位}）已由协会下线。原因：{原因}\n如有疑问，请与协会联系。',
  sms: '您的广告“{广告}”已由协会下线。原因：{原因}',
  placeholders,
})
const putBackAgain = defineTemplate({
  code: 'advert.putBack',
  group: '广告',
  name: '广告恢复投放',
  title: '广告已恢复：{广告}',
  content: '“{广告}”（{广告位}）已恢复，在原定时间内投放。说明：{原因}',
  sms: '',
  placeholders: { ...placeholders, 原因: '已补充检验报告' },
})

/** Off the site at once; what has not begun costs no days of the membership. */
export const takeDown = (ctx: Ctx, asked: Asked): Promise<Acted> =>
  actOnAdvert(ctx, asked, 'takeDown', takenDown.code, async (tx, of) => {
    if (of.startsOn! > dayOf(tx.now)) await releaseFreeDays(tx, of)
    return { status: 'takenDown', takenDownAt: tx.now, takenDownReason: asked.reason }
  })

async function takeFreeDaysAgain(ctx: Ctx, of: Advert): Promise<void> {
  const fee = await feeOf(ctx, of.id)
  if (!fee) return
  const taken = await takeFreeDays(ctx, of, { startsOn: of.startsOn!, endsOn: of.endsOn! })
  if (taken < fee.freeDays)
    throw conflict(`会员权益的广告天数只剩 ${taken} 天，不够原来抵扣的 ${fee.freeDays} 天，不能恢复`)
}

async function actOnAdvert(
  ctx: Ctx,
  { id, version, reason }: Asked,
  name: 'takeDown' | 'putBack',
  template: string,
  change: (ctx: Ctx, of: Advert) => Promise<Changes>,
): Promise<Acted> {
  const seen = await readAdvert(ctx, id)
  if (seen.status === 'draft' || seen.number === null) throw notFound('广告不存在，或尚未提交')
  return inTransaction(ctx, async tx => {
    // A position is locked before its adverts, as whoever hands one in does.
    await lockPlace(tx, positionOf(seen))
    const before = await lockAdvert(tx, id)
    const today = dayOf(tx.now)
    if (before.version !== version) throw await conflictWithLastAct(tx, before)
    if (!allowedActs(tx, before).includes(name)) {
      const verb = name === 'takeDown' ? '下线' : '恢复'
      throw conflict(`广告${statusNames[statusOf(before, today)]}，不能${verb}`)
    }
    const after = await writeAdvert(tx, before, await change(tx, before))
    const words = (of: Advert) => ({ 状态: statusNames[statusOf(of, today)], 下线原因: of.takenDownReason })
    await recordChange(tx, {
      action: `advert.${name}`,
      objectType: 'advert',
      objectId: id,
      objectName: before.title,
      before: words(before),
      after: words(after),
      detail: { number: before.number, reason },
    })
    const said = await renderTemplate(tx, template, {
      广告: before.title,
      广告位: positions[positionOf(before)].name,
      原因: reason,
    })
    await notifyAdvertiser(tx, before, said)
    const status = statusOf(after, today)
    return { id, status, statusName: statusNames[status], version: after.version }
  })
}

/** Conflict that names who acted before, and when. */
async function conflictWithLastAct(ctx: Ctx, of: Advert) {
  const last = await lastActOn(ctx, 'advert', of.id)
  if (last) return conflict(`已由 ${last.actorName} 于 ${last.at} 处理，请核对后再操作`)
  return conflict(`广告已于 ${minute(iso(of.updatedAt))} 变化，请核对后再操作`)
}

export const takingDownHandlers = {
  'POST /staff/advert/takeDown': takeDown,
  /**
   * Puts an advert back only if the position is free on every remaining day and the free days of the membership are
   * still available.
   */
  'POST /staff/advert/putBack': (ctx, asked) =>
    actOnAdvert(ctx, asked, 'putBack', putBackAgain.code, async (tx, of) => {
      const today = dayOf(tx.now)
      const place = await lockPlace(tx, positionOf(of))
      const [, from] = [today, of.startsOn!].toSorted()
      await refuseFull(tx, place, { startsOn: from!, endsOn: of.endsOn! }, of.id)
      if (of.startsOn! > today) await takeFreeDaysAgain(tx, of)
      return { status: 'approved', takenDownAt: null, takenDownReason: '' }
    }),
} satisfies Partial<Handlers<Endpoints>>
