import { eq, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { readSeat, seatOf } from '#modules/training/seats.ts'
import { course, participant } from '#modules/training/server/tables.ts'
import type { staffRunContract } from '../runContract.ts'
import { countNeighbourPairs, countSeats, seatByTicket, seatMixed } from '../seatingOrder.ts'
import { findAttendee } from './checkInFinding.ts'
import { type Course, comingTo, findCourse, lockCourse, type Person, readPeople } from './roster.ts'

export const seatingHandlers = {
  'GET /staff/training/seating': async (ctx, { courseId }) => {
    const of = await findCourse(ctx, courseId)
    const people = await readPeople(ctx, comingTo(courseId))
    return {
      rooms: seatsByRoom(of, people).map(({ name, size, seats }) => ({ name, size, seats: seats.map(toRow) })),
      unseated: people.filter(person => !person.of.seat).map(toRow),
      neighbours: countNeighbours(people),
    }
  },
  /** Reseats everybody with a ticket number: a partial arrangement would not keep colleagues apart. */
  'POST /staff/training/seating': async (ctx, asked) => {
    const { courseId, rooms, order } = asked
    if (new Set(rooms.map(({ name }) => name)).size < rooms.length) throw invalid('考场名称不能重复')
    return inTransaction(ctx, async inside => {
      const of = await lockCourse(inside, courseId)
      const people = await readPeople(inside, comingTo(courseId))
      if (people.some(person => person.of.ticketNumber === null) || people.length === 0)
        throw conflict('还有人没有准考证号，请先生成准考证，再编排座位')
      if (people.some(person => person.of.result !== 'none')) throw conflict('已登记成绩，不能重新编排座位')
      if (countSeats(rooms) < people.length)
        throw invalid(`${people.length} 人需要座位，这些考场共 ${countSeats(rooms)} 座，请增加考场或座位`)
      const candidates = people.map(person => ({ id: person.of.id, employer: employerOf(person) }))
      const seated = (order === 'mixed' ? seatMixed : seatByTicket)(candidates, rooms)
      await write(
        inside,
        seated.map(({ id, room, number }) => ({ id, seat: seatOf(room, number) })),
      )
      await inside.db.update(course).set({ examRooms: rooms }).where(eq(course.id, courseId))
      await record(inside, {
        action: 'course.seating',
        objectType: 'course',
        objectId: courseId,
        objectName: of.title,
        detail: { people: seated.length, rooms: rooms.map(({ name, size }) => `${name} ${size}`).join('、') },
      })
      return { seated: seated.length, neighbours: countNeighbours(await readPeople(inside, comingTo(courseId))) }
    })
  },
  /** Moves one person by hand, swapping with the occupant of the seat. */
  'POST /staff/training/seating/move': async (ctx, { participantId, from, seat }) => {
    const { course: at } = await findAttendee(ctx, { participantId })
    return inTransaction(ctx, async inside => {
      const of = await lockCourse(inside, at.id)
      const people = await readPeople(inside, comingTo(at.id))
      const one = people.find(person => person.of.id === participantId)
      if (!one) throw conflict('这个人已不在参训名单中')
      if (one.of.seat !== from) throw conflict(`座位刚被同事改为“${one.of.seat || '无'}”，请核对后再调整`)
      refuseNoSeat(of, seat)
      const there = seat === '' ? undefined : people.find(person => person.of.seat === seat && person !== one)
      await write(inside, [{ id: participantId, seat }, ...(there ? [{ id: there.of.id, seat: from }] : [])])
      for (const [person, now] of [[one, seat], ...(there ? [[there, from] as const] : [])] as const)
        await recordChange(inside, {
          action: 'participant.seat',
          objectType: 'participant',
          objectId: person.of.id,
          objectName: person.of.name,
          before: { seat: person.of.seat },
          after: { seat: now },
        })
      return { seat, swappedWith: there?.of.name ?? '' }
    })
  },
} satisfies Partial<Handlers<typeof staffRunContract>>

/** Returns rooms with their people by seat; seats written by hand that match no room come last. */
export function seatsByRoom({ examRooms }: Course, people: readonly Person[]) {
  const byRoom = Map.groupBy(
    people.filter(({ of }) => of.seat),
    ({ of }) => readSeat(of.seat)?.room ?? of.seat,
  )
  const others = [...byRoom.keys()].filter(name => !examRooms.some(room => room.name === name))
  return [...examRooms, ...others.map(name => ({ name, size: byRoom.get(name)!.length }))].map(room => ({
    ...room,
    seats: (byRoom.get(room.name) ?? []).sort((a, b) => numberOf(a) - numberOf(b)),
  }))
}

const numberOf = ({ of }: Person) => readSeat(of.seat)?.number ?? 0

const toRow = ({ of, registration }: Person) => ({
  id: of.id,
  name: of.name,
  organisationName: registration.organisationName,
  ticketNumber: of.ticketNumber ?? '',
  seat: of.seat,
})

/** Identifies the employer: the organisation's id, or else the registrant's name. */
const employerOf = ({ registration: { organisationId, organisationName } }: Person) =>
  organisationId === null ? organisationName : `#${organisationId}`

const countNeighbours = (people: readonly Person[]) =>
  countNeighbourPairs(
    people.flatMap(person => {
      const seat = readSeat(person.of.seat)
      return seat ? [{ ...seat, employer: employerOf(person) }] : []
    }),
  )

const write = ({ db }: Pick<Ctx, 'db'>, seats: readonly { id: number; seat: string }[]) =>
  db.execute(sql`update ${participant} set seat = given.seat
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as given(id int, seat text)
    where ${participant.id} = given.id`)

function refuseNoSeat({ examRooms }: Course, seat: string) {
  if (seat === '') return
  const wanted = readSeat(seat)
  const room = examRooms.find(({ name }) => name === wanted?.room)
  if (!wanted || !room) throw invalid('请按“考场名称 两位座号”填写，例如 一号考场 03')
  if (wanted.number < 1 || wanted.number > room.size) throw invalid(`${room.name}只有 ${room.size} 个座位`)
}
