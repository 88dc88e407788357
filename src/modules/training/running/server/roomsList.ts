import { and, eq, ne, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { stayNames } from '#modules/training/participantWords.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import type { roomContract } from '../roomContract.ts'
import type { staffRunContract } from '../runContract.ts'
import { comingTo, findCourse, type Person, readPeople, sexName } from './roster.ts'

type List = (typeof roomContract)['GET /staff/training/rooms']
type Filters = Parsed<List>

export const staying = (courseId: number) => and(comingTo(courseId), ne(participant.stay, 'none'))!

/** Guests without a room first, then by room. */
const readGuests = (ctx: Pick<Ctx, 'db'>, { courseId, stay, sex, organisation }: Filters) =>
  readPeople(
    ctx,
    and(
      staying(courseId),
      stay ? eq(participant.stay, stay) : undefined,
      sex ? eq(participant.sex, sex) : undefined,
      organisation ? containsWords(registration.organisationName, organisation) : undefined,
    ),
  ).orderBy(sql`${participant.room} <> ''`, participant.room, registration.id, participant.place)

export const roomsListHandlers = {
  'GET /staff/training/rooms': async (ctx, asked) => {
    await findCourse(ctx, asked.courseId)
    return (await readGuests(ctx, asked)).map(toRow)
  },
  'GET /staff/training/rooms/export': async (ctx, filters) => {
    const { id, title, hotel, startsOn, endsOn } = await findCourse(ctx, filters.courseId)
    await record(ctx, { action: 'course.exportRooms', objectType: 'course', objectId: id, objectName: title })
    const columns = [
      { title: '房间', width: 10, value: ({ room }: Row) => room },
      { title: '姓名', width: 12, value: ({ name }: Row) => name },
      { title: '性别', width: 6, value: ({ sexName }: Row) => sexName },
      { title: '住法', width: 8, value: ({ stayName }: Row) => stayName },
      { title: '单位', width: 36, value: ({ organisationName }: Row) => organisationName },
      { title: '饮食要求', width: 20, value: ({ diet }: Row) => diet },
      { title: '酒店', width: 24, value: () => hotel },
      { title: '培训日期', width: 24, value: () => `${startsOn} 至 ${endsOn}` },
    ]
    return sendWorkbook(`${title}-住宿`, { name: '住宿', columns, rows: (await readGuests(ctx, filters)).map(toRow) })
  },
} satisfies Partial<Handlers<typeof staffRunContract>>

function toRow({ of, registration }: Person) {
  const { id, name, stay, roommate, diet, room } = of
  return {
    id,
    name,
    sexName: sexName(of),
    organisationName: registration.organisationName,
    stay,
    stayName: stayNames[stay],
    roommate,
    diet,
    room,
  }
}

type Row = ReturnType<typeof toRow>
