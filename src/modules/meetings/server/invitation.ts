import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { addDays, dayOf, daysBetween, iso, longDay, minute } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { type Seat as BodySeat, seatsOf } from '#modules/posts/server/seats.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { ruleOf } from './attendances.ts'
import { type Meeting, readItems, readMeeting } from './meetings.ts'
import { isRecused, readMotionVoters, readMotionVotes } from './motionVotes.ts'
import { lockMeeting, writeMeeting } from './planning.ts'
import { countHeads, readSeats, type Seat, seatName } from './seats.ts'
import { meeting, meetingSeat } from './tables.ts'

type Endpoints = typeof staffMeetingContract

const about = {
  会议: '第六届理事会第三次会议',
  席位: '示例机电有限公司',
  时间: '2026 年 12 月 8 日 09:30',
  地点: '协会会议室',
}
const shared = { group: '会议', placeholders: about }

export const noticeTemplate = defineTemplate({
  ...shared,
  code: 'meeting.notice',
  name: '会议通知',
  title: '会议通知：{会议}',
  content:
    '{席位}：兹定于 {时间} 召开{会议}，地点：{地点}。\n议程：\n{议程}\n请于 {回复期限} 前在会员中心“我的会议”回复出席、请假或委托，会议材料也在那里查看。',
  sms: '{席位}：{时间} 召开{会议}，地点：{地点}。请于 {回复期限} 前登录会员中心回复。',
  placeholders: { ...about, 议程: '1. 2026 年度工作报告', 回复期限: '2026-12-05' },
})
const writtenTemplate = defineTemplate({
  ...shared,
  code: 'meeting.writtenNotice',
  name: '通讯表决的通知',
  title: '通讯表决：{会议}',
  content:
    '{席位}：{会议}以通讯方式表决，不集中开会。\n议程：\n{议程}\n开始表决时另行告知，请于 {截止} 前在会员中心“我的会议”逐项表决；材料也在那里查看。',
  sms: '{席位}：{会议}以通讯方式表决，开始时另行告知，请于 {截止} 前登录会员中心表决。',
  placeholders: { 会议: about.会议, 席位: about.席位, 议程: '1. 2026 年度工作报告', 截止: '2026-12-08 17:00' },
})
export const votingTemplate = defineTemplate({
  group: '会议',
  code: 'meeting.voting',
  name: '请通讯表决',
  title: '请表决：{会议}',
  content: '{席位}：{会议}以通讯方式表决，议程：\n{议程}\n请于 {截止} 前在会员中心“我的会议”逐项表决。',
  sms: '{席位}：{会议}以通讯方式表决，请于 {截止} 前登录会员中心表决。',
  placeholders: {
    会议: '第六届理事会第三次会议',
    席位: '示例机电有限公司',
    议程: '1. 2026 年度工作报告',
    截止: '2026-12-08 17:00',
  },
})
const reminderTemplate = defineTemplate({
  ...shared,
  code: 'meeting.reminder',
  name: '提醒回复会议通知',
  title: '请回复：{会议}',
  content: '{席位}：{会议}将于 {时间} 召开，还没有收到您的回复。请在会员中心“我的会议”回复出席、请假或委托。',
  sms: '{席位}：{会议}将于 {时间} 召开，还没有收到您的回复，请登录会员中心回复。',
})
const changeTemplate = defineTemplate({
  ...shared,
  code: 'meeting.changed',
  name: '会议安排有变动',
  title: '会议安排有变动：{会议}',
  content: '{席位}：{会议}的安排有变动，现定于 {时间} 召开，地点：{地点}。议程与材料请在会员中心“我的会议”查看。',
  sms: '{席位}：{会议}现定于 {时间} 召开，地点：{地点}，请登录会员中心查看。',
})

const noticeOf = ({ isWritten }: Meeting) => (isWritten ? writtenTemplate : noticeTemplate).code
export const timeWords = ({ meetsOn, startsAt }: Meeting) => `${longDay(meetsOn)} ${startsAt}`.trim()
export const placeWords = ({ place, onlineUrl }: Meeting) => place || (onlineUrl ? '线上' : '另行通知')

/**
 * Sends one message to each holder: who has several seats gets one that names them all. Returns how many were told; seats
 * without login and organisation are told by nobody.
 */
export async function tellSeats(ctx: Ctx, of: Meeting, seats: readonly Seat[], code: string): Promise<number> {
  const items = await readItems(ctx, of.id)
  const byHolder = Map.groupBy(
    seats.filter(isReachable),
    ({ accountId, organisationId }) => accountId ?? `organisation ${organisationId}`,
  )
  for (const ours of byHolder.values()) {
    const { accountId, organisationId } = ours[0]!
    const texts = await renderTemplate(ctx, code, {
      会议: of.title,
      席位: ours.map(seatName).join('、'),
      时间: timeWords(of),
      地点: placeWords(of),
      议程: items.map(({ title }, i) => `${i + 1}. ${title}`).join('\n'),
      回复期限: of.replyBy ?? of.meetsOn,
      截止: of.votesUntil ? minute(iso(of.votesUntil)) : '',
    })
    const link = { route: `/admin/user/meetings/${of.id}`, objectType: 'meeting', objectId: of.id }
    const whom = accountId !== null ? { accountId } : { organisationId: organisationId! }
    await notify(ctx, { ...whom, ...texts, ...link, kind: 'meeting' })
  }
  return byHolder.size
}

const isReachable = ({ accountId, organisationId }: Pick<Seat, 'accountId' | 'organisationId'>) =>
  accountId !== null || organisationId !== null

const seatRow = (meetingId: number, place: number, { key, ...of }: BodySeat) => ({ ...of, key, meetingId, place })

/** Seats of the body on the day of the meeting, beside those that were invited. */
async function compareSeats(ctx: Ctx, of: Meeting, seats: readonly Seat[]) {
  const now = await seatsOf(ctx, of.bodyId, of.meetsOn)
  return {
    now,
    joined: now.filter(({ key }) => !seats.some(seat => seat.key === key)),
    gone: seats.filter(seat => !now.some(({ key }) => key === seat.key)),
  }
}

export const invitationHandlers = {
  'GET /staff/meeting/invitation': async (ctx, { id }) => {
    const of = await readMeeting(ctx, id)
    const rule = await ruleOf(ctx, of)
    const seats = await readSeats(ctx, id)
    const { now, joined, gone } = await compareSeats(ctx, of, seats)
    const daysLeft = daysBetween(dayOf(ctx.now), of.meetsOn)
    const isOpen = of.state === 'planned' || of.state === 'held'
    return {
      noticeAt: of.noticeAt && iso(of.noticeAt),
      noticeReason: of.noticeReason,
      replyBy: of.replyBy,
      daysLeft,
      noticeDays: rule.noticeDays ?? null,
      isLate: isLate(rule.noticeDays, daysLeft),
      heads: countHeads(seats, rule),
      seats: of.noticeAt ? seats.length : now.length,
      unreachable: (of.noticeAt ? seats : now).filter(seat => !isReachable(seat)).map(seatName),
      joined: of.noticeAt && isOpen ? joined.map(seatName) : [],
      gone: of.noticeAt && isOpen ? gone.map(seatName) : [],
    }
  },
  'POST /staff/meeting/notice': (ctx, given) => inTransaction(ctx, tx => sendNotice(tx, given)),
  'POST /staff/meeting/seats/refresh': (ctx, known) =>
    inTransaction(ctx, async tx => {
      const of = await lockMeeting(tx, known)
      if (!of.noticeAt) throw conflict('还没有发出通知；发出时按当天的名单')
      if ((await readMotionVotes(tx, of.id, true)).length > 0)
        throw conflict('已有议题表决过，应到人员是表决的基数，不能再更新')
      const seats = await readSeats(tx, of.id)
      const { joined, gone } = await compareSeats(tx, of, seats)
      const leaving = gone.filter(({ arrivedAt }) => arrivedAt === null)
      if (joined.length + leaving.length === 0) throw conflict('机构的名单没有变化')
      if (leaving.length > 0)
        await tx.db.delete(meetingSeat).where(
          inArray(
            meetingSeat.id,
            leaving.map(({ id }) => id),
          ),
        )
      await refuseLostProxies(tx, of.id)
      const last = Math.max(0, ...seats.map(({ place }) => place))
      const added = joined.length
        ? await tx.db
            .insert(meetingSeat)
            .values(joined.map((seat, i) => seatRow(of.id, last + i + 1, seat)))
            .returning()
        : []
      await tellSeats(tx, of, added, noticeOf(of))
      const replied = leaving.flatMap(seat => (seat.reply ? [`${seatName(seat)}：${seat.reply}`] : []))
      const { id, version } = await writeMeeting(
        tx,
        of,
        {},
        {
          action: 'seats',
          before: { 移除的席位: leaving.map(seatName), 其回复: replied },
          after: { 新增的席位: joined.map(seatName) },
        },
      )
      return { id, version, joined: joined.length, gone: leaving.length }
    }),
  'POST /staff/meeting/remind': (ctx, { seatIds, about }) =>
    inTransaction(ctx, async tx => {
      const seats = await tx.db
        .select({ seat: meetingSeat, of: meeting })
        .from(meetingSeat)
        .innerJoin(meeting, eq(meeting.id, meetingSeat.meetingId))
        .where(inArray(meetingSeat.id, seatIds))
        .orderBy(meetingSeat.id)
      let told = 0
      let reminded = 0
      for (const group of Map.groupBy(seats, ({ of }) => of.id).values()) {
        const { of } = group[0]!
        const { template, waits } = await reminderFor(tx, of, about)
        const reached = group.flatMap(({ seat }) => (waits(seat) && isReachable(seat) ? [seat] : []))
        told += await tellSeats(tx, of, reached, template.code)
        reminded += reached.length
        if (about === 'reply' && reached.length > 0)
          await tx.db
            .update(meetingSeat)
            .set({ reminders: sql`${meetingSeat.reminders} + 1`, remindedAt: tx.now })
            .where(
              inArray(
                meetingSeat.id,
                reached.map(({ id }) => id),
              ),
            )
        await recordChange(tx, {
          action: 'meeting.remind',
          objectType: 'meeting',
          objectId: of.id,
          objectName: of.title,
          before: {},
          after: { [about === 'reply' ? '提醒' : '告知变动']: reached.map(seatName) },
        })
      }
      return { told, skipped: seatIds.length - reminded }
    }),
} satisfies Partial<Handlers<Endpoints>>

/** What a seat is reminded of, and which seats still have it to do; in a written procedure it is their vote. */
async function reminderFor(tx: Ctx, of: Meeting, about: 'reply' | 'change') {
  if (of.isWritten && of.state === 'held' && about === 'reply') {
    const open = (await readMotionVotes(tx, of.id)).filter(({ state, way }) => state === 'open' && way === 'named')
    const voters = (await readMotionVoters(tx, open)).filter(one => one.answer === null && !isRecused(one))
    return { template: votingTemplate, waits: ({ id }: Seat) => voters.some(({ seatId }) => seatId === id) }
  }
  if (of.state !== 'planned') throw conflict(`“${of.title}”已召开或已结束，不再提醒`)
  if (about === 'change') return { template: changeTemplate, waits: () => true }
  if (of.isWritten) throw conflict(`“${of.title}”是通讯表决，不用回复出席；开始表决后可以提醒没有表决的`)
  return { template: reminderTemplate, waits: ({ reply }: Seat) => reply === null }
}

const isLate = (noticeDays: number | null | undefined, daysLeft: number) =>
  noticeDays !== null && noticeDays !== undefined && daysLeft < noticeDays

async function sendNotice(tx: Ctx, given: Parsed<Endpoints['POST /staff/meeting/notice']>) {
  const of = await lockMeeting(tx, given)
  if (of.state !== 'planned') throw conflict('会议已召开，不再发通知')
  if (of.noticeAt) throw conflict('通知已经发出；有变动的，在“回执”中告知所选席位')
  if ((await readItems(tx, of.id)).length === 0) throw conflict('议程上还没有议题，通知须写明议程')
  const seats = await seatsOf(tx, of.bodyId, of.meetsOn)
  if (seats.length === 0) throw conflict('该机构在开会当天没有在任的席位，请先在“机构与任职”中登记')
  const today = dayOf(tx.now)
  const daysLeft = daysBetween(today, of.meetsOn)
  if (daysLeft < 0) throw conflict('会议日期已经过去，请先修改会议信息')
  const { noticeDays } = await ruleOf(tx, of)
  const replyBy = given.replyBy ?? addDays(of.meetsOn, daysLeft > 1 ? -1 : 0)
  const wrong: FieldErrors = {}
  if (isLate(noticeDays, daysLeft) && !given.reason)
    wrong.reason = `会议规则要求提前 ${noticeDays} 天通知，今天距会议 ${daysLeft} 天；仍要发出的，请写明理由`
  if (replyBy < today) wrong.replyBy = '不能早于今天'
  if (replyBy > of.meetsOn) wrong.replyBy = `不能晚于会议日期 ${of.meetsOn}`
  const [fault] = Object.values(wrong)
  if (fault) throw invalid(fault, wrong)
  const invited = await tx.db
    .insert(meetingSeat)
    .values(seats.map((seat, i) => seatRow(of.id, i + 1, seat)))
    .returning()
  const told = await tellSeats(tx, { ...of, replyBy }, invited, noticeOf(of))
  const noticeReason = isLate(noticeDays, daysLeft) ? given.reason : ''
  const { id, version } = await writeMeeting(
    tx,
    of,
    { noticeAt: tx.now, noticeReason, replyBy },
    {
      action: 'notice',
      before: {},
      after: { 席位: invited.length, 回复期限: replyBy, ...(noticeReason && { 少于规定天数的理由: noticeReason }) },
    },
  )
  return { id, version, told }
}

/** Whose carrier has no seat any more has to give the proxy to somebody else. */
async function refuseLostProxies({ db }: Ctx, meetingId: number) {
  await db
    .update(meetingSeat)
    .set({ proxyState: 'refused' })
    .where(
      and(
        eq(meetingSeat.meetingId, meetingId),
        eq(meetingSeat.reply, 'proxy'),
        sql`${meetingSeat.proxySeatId} is null and ${meetingSeat.proxyName} = ''`,
      ),
    )
}
