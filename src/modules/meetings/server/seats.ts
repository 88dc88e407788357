import { asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Ctx } from '#lib/server/api/context.ts'
import { type MeetingRule, quorumOf, ruleSentences } from '../meetingRule.ts'
import { proxyStateNames, replyNames } from '../meetingWords.ts'
import type { heads } from '../seatsContract.ts'
import { meetingSeat } from './tables.ts'

export type Seat = typeof meetingSeat.$inferSelect
export type Heads = z.output<typeof heads>

/** Seats of a meeting in the order of the body; none before the notice. */
export const readSeats = ({ db }: Pick<Ctx, 'db'>, meetingId: number): Promise<Seat[]> =>
  db.select().from(meetingSeat).where(eq(meetingSeat.meetingId, meetingId)).orderBy(asc(meetingSeat.place))

/** 张三（示例机电有限公司）; a person who sits for nobody stands alone. */
export const seatName = ({ name, personName }: Pick<Seat, 'name' | 'personName'>): string =>
  personName === '' || personName === name ? name : `${personName}（${name}）`

/** Whether two seats are held by the same login. */
export const isSameHolder = (one: Seat, other: Seat): boolean =>
  one.id === other.id || (one.accountId !== null && one.accountId === other.accountId)

/** Whether a seat has its say on the minutes: it was there, or was asked in writing, as all were. */
export const tookPart = ({ isWritten }: { isWritten: boolean }, { arrivedAt }: Seat) => isWritten || arrivedAt !== null

/** Whether somebody sits there now. */
export const isThere = ({ arrivedAt, leftAt }: Seat) => arrivedAt !== null && leftAt === null

/** Whether the vote of a seat is carried by somebody who is there. */
export function isRepresented(of: Seat, seats: readonly Seat[]): boolean {
  if (isThere(of) || of.reply !== 'proxy' || of.proxyState !== 'confirmed') return false
  const carrier = seats.find(({ id }) => id === of.proxySeatId)
  return carrier !== undefined && isThere(carrier)
}

/** Counts who is there now, in seats or votes, and whether they are a quorum. */
export function countHeads(seats: readonly Seat[], rule: MeetingRule): Heads {
  const isWeighted = rule.counting === 'weights'
  const sum = (some: readonly Seat[]) => some.reduce((total, { weight }) => total + (isWeighted ? weight : 1), 0)
  const represented = seats.filter(of => isRepresented(of, seats))
  const there = seats.filter(isThere)
  const countsProxies = rule.proxies?.arePresent !== false
  const entitled = sum(seats)
  const present = sum(there) + (countsProxies ? sum(represented) : 0)
  const needed = quorumOf(rule, entitled)
  return {
    unit: isWeighted ? '票' : '席',
    entitled,
    present,
    represented: countsProxies ? sum(represented) : 0,
    votes: sum(there) + sum(represented),
    onLeave: sum(seats.filter(of => of.reply === 'leave' && !isThere(of))),
    unanswered: sum(seats.filter(of => of.reply === null)),
    needed,
    hasQuorum: needed === null || present >= needed,
    sentence: ruleSentences(rule)[0]!,
  }
}

/**
 * Attendance as it was checked in, for the record of a meeting; null while nobody has come. Who left early was present;
 * `presentNow` and `votes` are of those who are there still.
 */
export function countedAttendance(seats: readonly Seat[], rule: MeetingRule) {
  if (!seats.some(({ arrivedAt }) => arrivedAt)) return null
  const came = seats.map(seat => ({ ...seat, leftAt: null }))
  const { entitled, present, onLeave } = countHeads(came, rule)
  const { present: presentNow, votes } = countHeads(seats, rule)
  const names = came.flatMap((of, i) => {
    const left = seats[i]!.leftAt !== null ? '（中途离会）' : ''
    if (isThere(of)) return [`${seatName(of)}${left}`]
    const carrier = isRepresented(of, came) && came.find(({ id }) => id === of.proxySeatId)
    return carrier ? [`${seatName(of)}（${seatName(carrier)}受托）`] : []
  })
  return { entitled, present, presentNow, votes, onLeave, names }
}

export const replyWords = ({ reply }: Seat): string => (reply ? replyNames[reply] : '未回复')

/** Name of whoever carries the vote of a seat; empty where nobody does. */
export const proxyWords = (of: Seat, seats: readonly Seat[]): string => {
  const carrier = seats.find(({ id }) => id === of.proxySeatId)
  return carrier ? seatName(carrier) : of.proxyName
}

export const proxyStateWords = ({ proxyState }: Seat): string => (proxyState ? proxyStateNames[proxyState] : '')
