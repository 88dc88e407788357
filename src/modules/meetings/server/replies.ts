import { and, eq, inArray } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { notify } from '#modules/messages/server/notify.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import type { ProxyRule } from '../meetingRule.ts'
import { replyNames } from '../meetingWords.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { ruleOf } from './attendances.ts'
import type { Meeting } from './meetings.ts'
import { isSameHolder, readSeats, type Seat, seatName } from './seats.ts'
import { meeting, meetingSeat } from './tables.ts'

type Endpoints = typeof staffMeetingContract
type Given = Omit<Parsed<Endpoints['POST /staff/meeting/reply']>, 'received'>

const about = { 会议: '第六届理事会第三次会议', 委托人: '示例机电有限公司', 受托人: '李晓明（演示电梯有限公司）' }
const shared = { group: '会议', placeholders: about }

const askedTemplate = defineTemplate({
  ...shared,
  code: 'meeting.proxyAsked',
  name: '请确认受托',
  title: '{委托人}委托您出席{会议}',
  content: '{委托人}委托您代为出席{会议}并表决。请在会员中心“我的会议”接受或谢绝。',
  sms: '{委托人}委托您代为出席{会议}并表决，请登录会员中心接受或谢绝。',
})
const answeredTemplate = defineTemplate({
  ...shared,
  code: 'meeting.proxyAnswered',
  name: '受托人已答复',
  title: '{受托人}{答复}：{会议}',
  content: '{委托人}：{受托人}{答复}{会议}的委托。{说明}',
  sms: '',
  placeholders: { ...about, 答复: '接受了', 说明: '' },
})

export const proxyRuleOf = async (ctx: Ctx, of: Meeting): Promise<ProxyRule> =>
  (await ruleOf(ctx, of)).proxies ?? { holder: 'seats', max: null, arePresent: true }

/** The seat with its meeting; the lock on the meeting puts replies one after the other, so that no limit is passed at once. */
export async function lockSeat(tx: Ctx, seatId: number) {
  const [found] = await tx.db
    .select({ meetingId: meetingSeat.meetingId })
    .from(meetingSeat)
    .where(eq(meetingSeat.id, seatId))
  if (!found) throw notFound('没有这个席位，或已从名单中移除')
  const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, found.meetingId)).for('update')
  const seats = await readSeats(tx, found.meetingId)
  const seat = seats.find(({ id }) => id === seatId)
  if (!seat) throw notFound('没有这个席位，或已从名单中移除')
  return { of: of!, seat, seats }
}

/** Proxies that the holder of a seat carries or is asked to carry. */
export const carriedBy = (carrier: Seat, seats: readonly Seat[]): Seat[] =>
  seats.filter(of => {
    const to = seats.find(({ id }) => id === of.proxySeatId)
    return of.reply === 'proxy' && of.proxyState !== 'refused' && to !== undefined && isSameHolder(to, carrier)
  })

type Replied = { of: Meeting; seat: Seat; seats: readonly Seat[] }
type By = { isTypedIn: boolean; received?: string }

/** Keeps the reply of a seat, whoever hands it in, and asks the carrier of a proxy to confirm. */
export async function keepReply(tx: Ctx, { of, seat, seats }: Replied, given: Given, by: By): Promise<{ id: number }> {
  if (of.isWritten) throw conflict('通讯表决不用回复出席或委托，开始后由各席自己表决')
  if (!of.noticeAt || of.state !== 'planned') throw conflict('会议已召开，不能再改回复；请联系协会')
  const rule = await proxyRuleOf(tx, of)
  const wrong = replyFaults({ seat, seats, given, rule })
  const [fault] = Object.values(wrong)
  if (fault) throw invalid(fault, wrong)
  await attachFiles(
    tx,
    given.fileIds.filter(id => !seat.replyFileIds.includes(id)),
  )
  const carrier = given.reply === 'proxy' ? seats.find(({ id }) => id === given.proxySeatId) : undefined
  const isOwn = carrier !== undefined && isSameHolder(seat, carrier)
  const isConfirmed = isOwn || given.fileIds.length > 0
  const proxyState = given.reply !== 'proxy' ? null : isConfirmed ? ('confirmed' as const) : ('asked' as const)
  const repliedName = await ownName(tx)
  await tx.db
    .update(meetingSeat)
    .set({
      reply: given.reply,
      replyReason: [given.reason, by.received && `（${by.received}）`].filter(Boolean).join(''),
      proxySeatId: carrier?.id ?? null,
      proxyName: given.reply === 'proxy' && !carrier ? given.proxyName : '',
      proxyState,
      replyFileIds: given.fileIds,
      repliedAt: given.reply === null ? null : tx.now,
      repliedName: given.reply === null ? '' : repliedName,
      isTypedIn: by.isTypedIn,
    })
    .where(eq(meetingSeat.id, seat.id))
  if (given.reply === 'leave' || given.reply === 'proxy') await dropCarried(tx, of, seat, seats)
  if (proxyState === 'asked' && carrier) await askCarrier(tx, of, seat, carrier)
  await recordChange(tx, {
    action: 'meeting.reply',
    objectType: 'meeting',
    objectId: of.id,
    objectName: `${of.title} ${seatName(seat)}`,
    before: { 回复: seat.reply ? replyNames[seat.reply] : '' },
    after: {
      回复: given.reply ? replyNames[given.reply] : '',
      说明: given.reason,
      受托人: carrier ? seatName(carrier) : given.proxyName,
      ...(by.received && { 收到: by.received }),
    },
  })
  return { id: seat.id }
}

type Checked = Omit<Replied, 'of'> & { given: Given; rule: ProxyRule }

function replyFaults({ seat, seats, given, rule }: Checked): FieldErrors {
  const { reply, reason, proxySeatId, proxyName, fileIds } = given
  if (reply === 'leave') return reason ? {} : { reason: '请写明请假的原因' }
  if (reply !== 'proxy') return {}
  if (rule.holder === 'nobody') return { reply: '按章程不得委托，请选择出席或请假' }
  if (!proxySeatId) {
    if (rule.holder === 'seats') return { proxySeatId: '请选择受托人；按章程只能委托其他应到人员' }
    if (!proxyName) return { proxyName: '请选择受托人，或填写其姓名' }
    return fileIds.length > 0 ? {} : { fileIds: '受托人不是应到人员的，请上传盖章的委托书' }
  }
  const carrier = seats.find(({ id }) => id === proxySeatId)
  if (!carrier) return { proxySeatId: '受托人不在这次会议的名单中，请重新选择' }
  if (carrier.id === seat.id) return { proxySeatId: '不能委托给本席' }
  if (carrier.reply === 'leave' || carrier.reply === 'proxy')
    return { proxySeatId: `${seatName(carrier)}已${carrier.reply === 'leave' ? '请假' : '委托他人'}，不能受托` }
  const fault = limitFault(rule, carrier, carriedBy(carrier, seats).filter(({ id }) => id !== seat.id).length)
  return fault ? { proxySeatId: fault } : {}
}

export const limitFault = ({ max }: ProxyRule, carrier: Seat, carried: number): string | undefined =>
  max !== null && carried >= max ? `${seatName(carrier)}已受托 ${carried} 席，按章程一人最多受托 ${max} 席` : undefined

const askCarrier = async (tx: Ctx, of: Meeting, seat: Seat, carrier: Seat) => {
  const { accountId, organisationId } = carrier
  const whom = accountId !== null ? { accountId } : organisationId !== null ? { organisationId } : undefined
  const texts = await renderTemplate(tx, askedTemplate.code, {
    会议: of.title,
    委托人: seatName(seat),
    受托人: seatName(carrier),
  })
  if (whom) await notify(tx, { ...whom, ...texts, ...linkTo(of), kind: 'meeting' })
}

const linkTo = ({ id }: Meeting) => ({
  route: `/admin/user/meetings/${id}`,
  objectType: 'meeting',
  objectId: id,
})

/** Whoever does not come carries nobody: those who gave their proxy are told to choose another. */
async function dropCarried(tx: Ctx, of: Meeting, carrier: Seat, seats: readonly Seat[]) {
  const dropped = seats.filter(seat => seat.proxySeatId === carrier.id && seat.proxyState !== 'refused')
  if (dropped.length === 0) return
  await tx.db
    .update(meetingSeat)
    .set({ proxyState: 'refused' })
    .where(
      inArray(
        meetingSeat.id,
        dropped.map(({ id }) => id),
      ),
    )
  for (const seat of dropped)
    await tellPrincipal(tx, of, { seat, carrier, isAccepted: false, words: '请另行委托、出席或请假。' })
}

type Answer = { seat: Seat; carrier: Seat; isAccepted: boolean; words: string }

async function tellPrincipal(tx: Ctx, of: Meeting, { seat, carrier, isAccepted, words }: Answer) {
  const { accountId, organisationId } = seat
  const whom = accountId !== null ? { accountId } : organisationId !== null ? { organisationId } : undefined
  if (!whom) return
  const texts = await renderTemplate(tx, answeredTemplate.code, {
    会议: of.title,
    委托人: seatName(seat),
    受托人: seatName(carrier),
    答复: isAccepted ? '接受了' : '不接受',
    说明: words,
  })
  await notify(tx, { ...whom, ...texts, ...linkTo(of), kind: 'meeting' })
}

/** The carrier takes a proxy or declines it. The limit counts again: two may have asked at once. */
export async function answerProxy(tx: Ctx, { of, seat, seats }: Replied, accept: boolean): Promise<{ id: number }> {
  const carrier = seats.find(({ id }) => id === seat.proxySeatId)
  if (seat.reply !== 'proxy' || !carrier) throw conflict('对方已改变委托，请刷新后查看')
  if (of.state !== 'planned') throw conflict('会议已召开，不能再改')
  const others = carriedBy(carrier, seats).filter(({ id, proxyState }) => id !== seat.id && proxyState === 'confirmed')
  const fault = accept && limitFault(await proxyRuleOf(tx, of), carrier, others.length)
  if (fault) throw conflict(fault)
  if (accept && (carrier.reply === 'leave' || carrier.reply === 'proxy'))
    throw conflict('您已请假或委托他人，不能受托；请先改为出席')
  const proxyState = accept ? ('confirmed' as const) : ('refused' as const)
  await tx.db
    .update(meetingSeat)
    .set({ proxyState })
    .where(and(eq(meetingSeat.id, seat.id), eq(meetingSeat.reply, 'proxy')))
  await tellPrincipal(tx, of, {
    seat,
    carrier,
    isAccepted: accept,
    words: accept ? '' : '请另行委托、出席或请假。',
  })
  await recordChange(tx, {
    action: 'meeting.proxy',
    objectType: 'meeting',
    objectId: of.id,
    objectName: `${of.title} ${seatName(seat)}`,
    before: {},
    after: { 受托人: seatName(carrier), 答复: accept ? '接受' : '不接受' },
  })
  return { id: seat.id }
}

export const repliesHandlers = {
  'POST /staff/meeting/reply': (ctx, { received, ...given }) =>
    inTransaction(ctx, async tx => {
      const found = await lockSeat(tx, given.seatId)
      return keepReply(tx, found, given, { isTypedIn: true, received })
    }),
} satisfies Partial<Handlers<Endpoints>>
