import { readFileSync } from 'node:fs'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { readSeat } from '#modules/training/seats.ts'
import type { staffRunContract } from '../runContract.ts'
import { comingTo, findCourse, readPeople } from './roster.ts'
import { seatsByRoom } from './seating.ts'

const template = readFileSync(new URL('./seatingSheet.typ', import.meta.url), 'utf8')
const names = { door: '考场门贴', table: '考场桌贴' }

export const seatingSheetHandlers = {
  /** Prints the list for the door of a room, or labels for its tables. */
  'GET /staff/training/seating/sheet': async (ctx, { courseId, kind }) => {
    const of = await findCourse(ctx, courseId)
    const [people, { association, colour }] = await Promise.all([
      readPeople(ctx, comingTo(courseId)),
      readPublicConfig(ctx),
    ])
    const rooms = seatsByRoom(of, people).filter(({ seats }) => seats.length > 0)
    if (rooms.length === 0) throw conflict('还没有编排座位，请先编排')
    const pdf = toPdf(
      template,
      printable({
        kind,
        association: association.name,
        colour,
        course: of.title,
        rooms: rooms.map(({ name, seats }) => ({
          name,
          seats: seats.map(({ of, registration }) => ({
            seat: String(readSeat(of.seat)?.number ?? '').padStart(2, '0'),
            number: of.ticketNumber ?? '',
            name: of.name,
            employer: registration.organisationName,
          })),
        })),
      }),
    )
    return privateDownload(`${of.title}-${names[kind]}.pdf`, PDF, pdf)
  },
} satisfies Partial<Handlers<typeof staffRunContract>>
