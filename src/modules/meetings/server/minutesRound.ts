import { eq, inArray } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { conflict, forbidden, invalid, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { minutesContract, ownMinutesContract } from '../minutesContract.ts'
import { ANSWER_DAYS, verdictNames } from '../minutesWords.ts'
import type { Meeting } from './meetings.ts'
import { mandateOf, mineOf } from './memberMeetings.ts'
import { lockMinutes, movedOf, readReplies, recordStep, seatsToAsk, writeMinutes } from './minutes.ts'
import { minutesContent } from './minutesFacts.ts'
import { type Seat, seatName } from './seats.ts'
import { minutesReply } from './tables.ts'

const about = { 会议: '第六届理事会第三次会议', 席位: '示例机电有限公司' }
const shared = { group: '会议', placeholders: about }

const askedTemplate = defineTemplate({
  ...shared,
  code: 'meeting.minutes',
  name: '会议纪要征求意见',
  title: '请核对会议纪要：{会议}',
  content: '{席位}：{会议}的纪要已起草，请在 {期限} 前在会员中心“我的会议”核对，答复无意见或提出更正。',
  sms: '{席位}：{会议}的纪要已起草，请在 {期限} 前登录会员中心核对并答复。',
  placeholders: { ...about, 期限: '2026-12-15' },
})
const verdictTemplate = defineTemplate({
  ...shared,
  code: 'meeting.minutesAnswered',
  name: '对纪要更正意见的处理',
  title: '您对会议纪要的意见{结果}：{会议}',
  content: '{席位}：您对{会议}纪要提出的更正{结果}。{说明}',
  sms: '',
  placeholders: { ...about, 结果: '已采纳', 说明: '已在下一稿补写。' },
})

const linkTo = ({ id }: Meeting) => ({
  route: `/admin/user/meetings/${id}/minutes`,
  objectType: 'meeting',
  objectId: id,
})

/** Sends to each holder one message that names all of their seats. Returns how many were told. */
export async function tellHolders(
  tx: Ctx,
  of: Meeting,
  seats: readonly Seat[],
  code: string,
  values: Record<string, string>,
): Promise<number> {
  const reached = seats.filter(({ accountId, organisationId }) => accountId !== null || organisationId !== null)
  const byHolder = Map.groupBy(
    reached,
    ({ accountId, organisationId }) => accountId ?? `organisation ${organisationId}`,
  )
  for (const ours of byHolder.values()) {
    const { accountId, organisationId } = ours[0]!
    const names = { 会议: of.title, 席位: ours.map(seatName).join('、') }
    const texts = await renderTemplate(tx, code, { ...names, ...values })
    const whom = accountId !== null ? { accountId } : { organisationId: organisationId! }
    await notify(tx, { ...whom, ...texts, ...linkTo(of), kind: 'meeting' })
  }
  return byHolder.size
}

export const minutesRoundHandlers = {
  'POST /staff/meeting/minutes/circulate': (ctx, { answerBy, ...seen }) =>
    inTransaction(ctx, async tx => {
      const { of, minutes } = await lockMinutes(tx, seen)
      if (minutes.state !== 'draft') throw conflict('这一稿已经发出；要再次征求意见的，另起一稿')
      const seats = await seatsToAsk(tx, of)
      if (seats.length === 0) throw conflict('没有登记到会的席位，不能在线征求意见；可以直接送签署')
      const today = dayOf(tx.now)
      const until = answerBy ?? addDays(today, ANSWER_DAYS)
      if (until <= today) throw invalid('答复期限应晚于今天', { answerBy: '应晚于今天' })
      await tx.db.insert(minutesReply).values(seats.map(({ id }) => ({ minutesId: minutes.id, seatId: id })))
      const content = await minutesContent(tx, of, minutes.content)
      const sent = { state: 'circulating' as const, content, answerBy: until, circulatedAt: tx.now }
      const after = await writeMinutes(tx, of, minutes, sent, {
        action: 'minutesCirculate',
        after: { 席位: seats.length, 答复期限: until },
      })
      return { ...movedOf(after), told: await tellHolders(tx, of, seats, askedTemplate.code, { 期限: until }) }
    }),
  'POST /staff/meeting/minutes/remind': (ctx, seen) =>
    inTransaction(ctx, async tx => {
      const { of, minutes } = await lockMinutes(tx, seen)
      if (minutes.state !== 'circulating') throw conflict('这一稿不在征求意见')
      const waiting = (await readReplies(tx, [minutes.id])).filter(({ reply }) => reply.answeredAt === null)
      if (waiting.length === 0) throw conflict('各席都已答复')
      const ids = waiting.map(({ reply }) => reply.id)
      await tx.db.update(minutesReply).set({ remindedAt: tx.now }).where(inArray(minutesReply.id, ids))
      const seats = waiting.map(({ seat }) => seat)
      const told = await tellHolders(tx, of, seats, askedTemplate.code, { 期限: minutes.answerBy! })
      await recordStep(tx, of, minutes.number, { action: 'minutesRemind', after: { 提醒: seats.map(seatName) } })
      return { told }
    }),
  'POST /staff/meeting/minutes/answer': (ctx, { replyId, verdict, text }) =>
    inTransaction(ctx, async tx => {
      const { of, minutes, reply, seat } = await lockReply(tx, replyId)
      if (minutes.state !== 'circulating') throw conflict('这一稿不在征求意见，不能再答复')
      if (reply.correction === '') throw conflict('这一席没有提出更正')
      await tx.db
        .update(minutesReply)
        .set({ verdict, verdictText: text, verdictName: await ownName(tx) })
        .where(eq(minutesReply.id, replyId))
      await tellHolders(tx, of, [seat], verdictTemplate.code, {
        结果: `${verdict === 'accepted' ? '已' : ''}${verdictNames[verdict]}`,
        说明: text,
      })
      const after = { 席位: seatName(seat), 处理: verdictNames[verdict], 说明: text }
      await recordStep(tx, of, minutes.number, { action: 'minutesAnswer', after })
      return { replyId }
    }),
} satisfies Partial<Handlers<typeof minutesContract>>

export const minutesReplyHandlers = {
  'POST /meeting/minutes/reply': async (ctx, { replyId, correction }) => {
    const mandate = await mandateOf(ctx)
    return inTransaction(ctx, async tx => {
      const { of, minutes, reply, seat } = await lockReply(tx, replyId)
      if (mineOf(mandate, [seat]).length === 0) throw forbidden('这不是您的席位，不能代为答复')
      if (minutes.state !== 'circulating') throw conflict('征求意见已结束，有不同意见的请联系协会')
      if (minutes.answerBy! < dayOf(tx.now)) throw conflict(`答复期限为 ${minutes.answerBy}，已过；请联系协会`)
      if (reply.verdict) throw conflict('协会已处理您的意见；有不同看法的请联系协会')
      await tx.db
        .update(minutesReply)
        .set({ correction, answeredAt: tx.now, answeredName: await ownName(tx) })
        .where(eq(minutesReply.id, replyId))
      const after = { 席位: seatName(seat), 答复: correction || '无意见' }
      await recordStep(tx, of, minutes.number, { action: 'minutesReply', after })
      return { replyId }
    })
  },
} satisfies Partial<Handlers<typeof ownMinutesContract>>

/** The answer of a seat with its version, locked, so that no answer arrives while the version moves on. */
async function lockReply(tx: Ctx, replyId: number) {
  const [found] = await tx.db
    .select({ minutesId: minutesReply.minutesId })
    .from(minutesReply)
    .where(eq(minutesReply.id, replyId))
  if (!found) throw notFound('没有这项征求意见')
  const locked = await lockMinutes(tx, found)
  const { reply, seat } = (await readReplies(tx, [found.minutesId])).find(one => one.reply.id === replyId)!
  return { ...locked, reply, seat }
}
