import { sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { participant } from '#modules/training/server/tables.ts'
import { BEDS_PER_ROOM, type Guest, pairUp } from '../roomPairing.ts'
import type { staffRunContract } from '../runContract.ts'
import { findAttendee } from './checkInFinding.ts'
import { staying } from './roomsList.ts'
import { lockCourse, type Person, readPeople } from './roster.ts'

export const roomsHandlers = {
  /** Keeps rooms assigned by hand, unless all are to be reassigned. */
  'POST /staff/training/rooms/assign': async (ctx, { courseId, names, again }) => {
    if (new Set(names).size < names.length || names.includes('')) throw invalid('房间号不能重复，也不能为空')
    return inTransaction(ctx, async inside => {
      const of = await lockCourse(inside, courseId)
      const guests = await readPeople(inside, staying(courseId))
      if (guests.length === 0) throw conflict('没有人需要住宿')
      const kept = again ? [] : guests.filter(guest => guest.of.room)
      const rooms = pairUp(
        guests.filter(guest => !kept.includes(guest)).map(toGuest),
        kept.filter(guest => isHalfFree(guest, kept)).map(toGuest),
      )
      const roomOf = new Map(kept.map(guest => [guest.of.id, guest.of.room]))
      const free = freeNames(names, new Set(roomOf.values()))
      for (const room of rooms) {
        const name = room.map(({ id }) => roomOf.get(id)).find(Boolean) ?? free.next().value!
        for (const { id } of room) roomOf.set(id, name)
      }
      await write(
        inside,
        [...roomOf].map(([id, room]) => ({ id, room })),
      )
      const lodged = guests.length - kept.length
      await record(inside, {
        action: 'course.rooms',
        objectType: 'course',
        objectId: courseId,
        objectName: of.title,
        detail: { people: lodged, again },
      })
      return { lodged, rooms: new Set(roomOf.values()).size }
    })
  },
  'POST /staff/training/rooms/move': async (ctx, { participantId, from, room }) => {
    const { course: at } = await findAttendee(ctx, { participantId })
    return inTransaction(ctx, async inside => {
      await lockCourse(inside, at.id)
      const guests = await readPeople(inside, staying(at.id))
      const one = guests.find(({ of }) => of.id === participantId)
      if (!one) throw conflict('这个人不住宿，或已不在参训名单中')
      if (one.of.room !== from) throw conflict(`房间刚被同事改为“${one.of.room || '无'}”，请核对后再调整`)
      if (room)
        refuseUnsuitableRoom(
          one,
          guests.filter(guest => guest !== one && guest.of.room === room),
          room,
        )
      await write(inside, [{ id: participantId, room }])
      await recordChange(inside, {
        action: 'participant.room',
        objectType: 'participant',
        objectId: participantId,
        objectName: one.of.name,
        before: { room: from },
        after: { room },
      })
      return { room }
    })
  },
} satisfies Partial<Handlers<typeof staffRunContract>>

function* freeNames(names: readonly string[], taken: ReadonlySet<string>): Generator<string, never> {
  for (const name of names) if (!taken.has(name)) yield name
  for (let number = 1; ; number++) if (!taken.has(`房间 ${number}`)) yield `房间 ${number}`
}

const isHalfFree = ({ of }: Person, kept: readonly Person[]) =>
  of.stay === 'shared' && of.sex !== null && kept.filter(other => other.of.room === of.room).length < BEDS_PER_ROOM

const toGuest = ({ of, registration }: Person): Guest => {
  const { id, name, sex, stay, roommate } = of
  return { id, name, sex, stay, roommate: roommate.trim(), employer: registration.organisationName }
}

const write = ({ db }: Pick<Ctx, 'db'>, rooms: readonly { id: number; room: string }[]) =>
  db.execute(sql`update ${participant} set room = given.room
    from jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb) as given(id int, room text)
    where ${participant.id} = given.id`)

/** A room can be shared only by two people of the same sex who both asked to share. */
function refuseUnsuitableRoom({ of }: Person, there: readonly Person[], room: string) {
  const names = there.map(other => other.of.name).join('、')
  if (there.length === 0) return
  if (there.length >= BEDS_PER_ROOM) throw invalid(`${room}已住满：${names}`)
  if ([of, there[0]!.of].some(({ stay }) => stay === 'single'))
    throw invalid(`${room}住着${names}，有人要求单住，不能合住`)
  if (of.sex === null || of.sex !== there[0]!.of.sex) throw invalid(`${room}住着${names}，性别不同或未登记，不能合住`)
}
