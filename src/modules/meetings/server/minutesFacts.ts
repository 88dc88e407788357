import { iso, minute, startOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { modeNames, outcomeNames } from '../meetingWords.ts'
import type { MinutesContent } from '../minutesWords.ts'
import { votesText } from './attendances.ts'
import { bodyNames, type Item, type Meeting, readItems } from './meetings.ts'
import { attended, heldAt } from './resolution.ts'
import { isRepresented, proxyWords, readSeats, type Seat, seatName } from './seats.ts'

/** Texts that the secretary writes beside the facts. */
export type MinutesTexts = { opening: string; items: { itemId: number; text: string }[]; closing: string }

/** What the records say of a meeting, as sentences, with the texts of the secretary in their places. */
export async function minutesContent(ctx: Ctx, of: Meeting, texts: MinutesTexts): Promise<MinutesContent> {
  const bodyName = (await bodyNames(ctx)).get(of.bodyId)!
  const seats = await readSeats(ctx, of.id)
  const items = await readItems(ctx, of.id)
  return {
    title: of.title,
    facts: [heldAt(of, bodyName), ...attendanceFacts(of, seats)],
    opening: texts.opening,
    items: items.map(one => ({
      itemId: one.item.id,
      title: one.title,
      facts: itemFacts(of, one),
      text: texts.items.find(({ itemId }) => itemId === one.item.id)?.text ?? '',
    })),
    closing: texts.closing,
  }
}

const clock = (at: Date) => minute(iso(at)).slice(11)
const listed = (label: string, names: readonly string[]) =>
  names.length > 0 ? [`${label}（${names.length}）：${names.join('、')}。`] : []

/** Who was there and how, who carried whose vote, who came late or left. Where nobody was checked in: as it was typed. */
export function attendanceFacts(of: Meeting, seats: readonly Seat[]): string[] {
  const adjourned = of.state === 'adjourned' ? [`会议休会，各项议题留待再次召开：${of.adjournReason}。`] : []
  const heads = of.state === 'recorded' ? [attended(of)] : []
  const came = seats.filter(({ arrivedAt }) => arrivedAt !== null)
  if (came.length === 0) return [...heads, ...listed('出席', of.attendees), ...adjourned]
  const startsAt = of.startsAt ? new Date(startOf(of.meetsOn).getTime() + minutesIn(of.startsAt) * 60_000) : undefined
  const late = startsAt ? came.filter(({ arrivedAt }) => arrivedAt! >= new Date(startsAt.getTime() + 60_000)) : []
  const represented = seats.filter(seat => isProxyUsed(seat, seats))
  const missing = seats.filter(seat => seat.arrivedAt === null && !represented.includes(seat))
  return [
    ...heads,
    ...(['onSite', 'remote'] as const).flatMap(mode =>
      listed(`${modeNames[mode]}出席`, came.filter(seat => seat.mode === mode).map(seatName)),
    ),
    ...listed(
      '委托',
      represented.map(seat => `${seatName(seat)}委托${proxyWords(seat, seats)}`),
    ),
    ...listed('请假', missing.filter(({ reply }) => reply === 'leave').map(seatName)),
    ...listed('缺席', missing.filter(({ reply }) => reply !== 'leave').map(seatName)),
    ...listed(
      '迟到',
      late.map(seat => `${seatName(seat)} ${clock(seat.arrivedAt!)} 到会`),
    ),
    ...listed(
      '中途离会',
      came.flatMap(seat => (seat.leftAt ? `${seatName(seat)} ${clock(seat.leftAt)} 离会` : [])),
    ),
    ...adjourned,
  ]
}

const minutesIn = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number)
  return hours! * 60 + minutes!
}

/** Whether somebody who has no seat, or who came, carried the vote of this seat. */
function isProxyUsed(seat: Seat, seats: readonly Seat[]): boolean {
  if (seat.arrivedAt !== null || seat.reply !== 'proxy' || seat.proxyState !== 'confirmed') return false
  const carrier = seats.find(({ id }) => id === seat.proxySeatId)
  return carrier ? carrier.arrivedAt !== null || isRepresented(seat, seats) : seat.proxyName !== ''
}

/** How an item was presented, voted and decided. The one place where minutes and archive read votes. */
export function itemFacts(of: Meeting, { item, kindName, number }: Item): string[] {
  const about = [kindName, number, item.presenter && `报告人：${item.presenter}`].filter(Boolean).join('　')
  const votes = votesText(of, item)
  const outcome = item.outcome && outcomeNames[item.outcome]
  return [
    ...(about ? [about] : []),
    ...(votes ? [`表决：${votes}。`] : []),
    ...(outcome ? [`决定：${outcome}${item.reason ? `。理由：${item.reason}` : ''}。`] : []),
  ]
}
