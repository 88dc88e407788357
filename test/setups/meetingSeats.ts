import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays, dayOf } from '../../src/lib/dates.ts'
import { agendaKind, meetingRule } from '../../src/modules/meetings/server/tables.ts'
import { message } from '../../src/modules/messages/server/tables.ts'
import { appointment, body, post } from '../../src/modules/posts/server/tables.ts'
import { secretary } from '../support/applying.ts'
import { signUp } from '../support/make.ts'
import { setUpSite, site } from './site.ts'

export const today = dayOf(new Date())
/** Member of staff who prepares meetings. */
export let clerk: Awaited<ReturnType<typeof secretary>>
let kindId: number
let serial = 0

/** The demo association; bodies and whoever sits in them are made by each test. */
export function setUpSeats() {
  setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '1000' } })
  beforeAll(async () => {
    clerk = await secretary(site)
    const [kind] = await site.services.db.select().from(agendaKind).where(eq(agendaKind.name, '报告'))
    kindId = kind!.id
  })
}

export type Holder = Awaited<ReturnType<typeof signUp>>
type Seat = { id: number; name: string; personName: string; reply: string | null; proxyState: string | null }

/** A body whose seats are held by these logins, in this order; the same login may hold several. */
export async function bodyOf(
  holders: Holder[],
  rule: Partial<typeof meetingRule.$inferInsert> = {},
  weights: number[] = [],
) {
  const { db } = site.services
  const n = ++serial
  const [of] = await db
    .insert(body)
    .values({ code: `meets${n}`, name: `测试委员会${n}`, kind: 'committee' })
    .returning()
  for (const [i, { accountId }] of holders.entries()) {
    const [held] = await db
      .insert(post)
      .values({ bodyId: of!.id, name: `委员${i}`, sort: i, voteWeight: weights[i] ?? 1 })
      .returning()
    await db.insert(appointment).values({
      bodyId: of!.id,
      postId: held!.id,
      personName: `${n}号委员${i}`,
      organisationName: `单位${i}`,
      accountId,
      fromDay: addDays(today, -30),
    })
  }
  await db.insert(meetingRule).values({ bodyId: of!.id, ...rule })
  return of!.id
}

export const holders = (count: number) =>
  Promise.all(Array.from({ length: count }, () => signUp(site, { accountType: 'person', realName: '委员' })))

/** A meeting of the body in so many days, with one free item. */
export async function planned(bodyId: number, inDays = 20, more: object = {}) {
  const about = { ...more, title: `第 ${++serial} 次会议`, bodyId, meetsOn: addDays(today, inDays), startsAt: '09:30' }
  const made = (await clerk.post('/staff/meeting/save', { ...about, place: '协会会议室' })).data
  return (
    await clerk.post('/staff/meeting/item/save', { ...made, kindId, title: '审议年度工作报告', presenter: '秘书长' })
  ).data
}

export async function invited(bodyId: number, inDays = 20) {
  const of = await planned(bodyId, inDays)
  const told = await clerk.post('/staff/meeting/notice', { id: of.id, version: of.version, reason: '' })
  if (told.code !== 200) throw new Error(told.msg)
  return { id: of.id as number, version: told.data.version as number }
}

export const seatsIn = async (meetingId: number, more: object = {}): Promise<Seat[]> =>
  (await clerk.get('/staff/meeting/seat/list', { meetingId, sort: 'postName', pageSize: 100, ...more })).data.list
export const mine = async (by: Holder, id: number) => (await by.api.get('/meeting/detail', { id })).data
export const reply = (by: Holder, seatId: number, reply: string, more: object = {}) =>
  by.api.post('/meeting/reply', { seatId, reply, ...more })
export const messagesTo = ({ accountId }: Holder) =>
  site.services.db.select().from(message).where(eq(message.accountId, accountId)).orderBy(message.id)

/** More than half of those present. */
export const MAJORITY = {
  countsVotes: true,
  majority: '1/2',
  majorityHow: 'moreThan',
  majorityOf: 'present',
  ballot: 'show',
} as const
type Rule = Partial<typeof meetingRule.$inferInsert>

type HeldOptions = {
  items?: number
  rule?: Rule
  weights?: number[]
  /** So many of the last seats have not come. */
  absent?: number
  body?: number
  more?: object
  /** Happens between the notice and the meeting, with the ids of the seats. */
  before?: (seatIds: number[]) => Promise<void>
}

/** A meeting in session today, whose seats are held by these logins and have come. */
export async function heldMeeting(people: Holder[], options: HeldOptions = {}) {
  const { items = 1, rule = {}, weights, absent = 0, more = {} } = options
  const bodyId = options.body ?? (await bodyOf(people, { ...MAJORITY, ...rule }, weights))
  let of = await planned(bodyId, 0, more)
  for (let i = 1; i < items; i++)
    of = (await clerk.post('/staff/meeting/item/save', { ...of, kindId, title: `第 ${i + 1} 项议题` })).data
  const told = (await clerk.post('/staff/meeting/notice', { id: of.id, version: of.version, reason: '' })).data
  const seatIds = (await seatsIn(of.id)).map(({ id }) => id)
  await options.before?.(seatIds)
  const there = seatIds.slice(0, seatIds.length - absent)
  if (there.length > 0 && !('isWritten' in more))
    await clerk.post('/staff/meeting/attend', { seatIds: there, as: 'onSite' })
  const { code, msg, data } = await clerk.post('/staff/meeting/move', { id: of.id, version: told.version, to: 'held' })
  if (code !== 200) throw new Error(msg)
  return { id: of.id as number, version: data.version as number, itemIds: await itemsOf(of.id), seatIds }
}

type Motion = {
  voteId: number
  state: string
  base: string
  result: string
  ballot: { id: number } | null
  [name: string]: unknown
}
export const itemsOf = async (id: number): Promise<number[]> =>
  (await clerk.get('/staff/meeting/detail', { id })).data.agenda.map(({ itemId }: { itemId: number }) => itemId)
export const motionsOf = async (id: number): Promise<Motion[]> =>
  (await clerk.get('/staff/meeting/votes', { id })).data.list
export const headsOf = async (id: number) => (await clerk.get('/staff/meeting/quorum', { id })).data.heads

/** A recorded meeting of four seats: two there, one of them carrying a proxy, one on leave. */
export async function recorded(people: Holder[], recorderName: string) {
  const of = await planned(await bodyOf(people, MAJORITY), 0)
  const told = (await clerk.post('/staff/meeting/notice', { ...of, reason: '' })).data
  const seats = await seatsIn(of.id)
  await reply(people[2]!, seats[2]!.id, 'proxy', { proxySeatId: seats[0]!.id })
  await people[0]!.api.post('/meeting/proxy', { seatId: seats[2]!.id, accept: true })
  await reply(people[3]!, seats[3]!.id, 'leave', { reason: '出差' })
  await clerk.post('/staff/meeting/attend', { seatIds: [seats[0]!.id, seats[1]!.id], as: 'onSite' })
  const held = (await clerk.post('/staff/meeting/move', { id: of.id, version: told.version, to: 'held' })).data
  const { agenda } = (await clerk.get('/staff/meeting/detail', { id: of.id })).data
  const itemId = agenda[0].itemId as number
  const done = await clerk.post('/staff/meeting/record', {
    ...held,
    opinion: '会议同意',
    attendance: { chair: seats[0]!.personName, recorder: recorderName },
    votes: [{ itemId, yes: 2, no: 0, abstained: 0, recused: 1 }],
  })
  if (done.code !== 200) throw new Error(done.msg)
  return { id: of.id as number, itemId, seats }
}
