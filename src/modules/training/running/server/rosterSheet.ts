import { readFileSync } from 'node:fs'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { sessionName } from '#modules/training/attendance.ts'
import type { staffRunContract } from '../runContract.ts'
import { comingTo, findCourse, readPeople } from './roster.ts'
import { placeOf } from './rosterFigures.ts'

const template = readFileSync(new URL('./rosterSheet.typ', import.meta.url), 'utf8')

/** Maximum number of sessions that fit beside the names. */
const MAX_SESSIONS = 4

export const rosterSheetHandlers = {
  /** 签到表: a box to sign for each session; of one session, or of all, so many side by side. */
  'GET /staff/training/roster/sheet': async (ctx, { courseId, session }) => {
    const of = await findCourse(ctx, courseId)
    const wanted = session ? of.sessions.filter(({ code }) => code === session) : of.sessions
    if (session && wanted.length === 0) throw invalid('本班没有这次课')
    const names = wanted.length > 0 ? wanted.map(sessionName) : ['签到']
    const [people, { association, colour }] = await Promise.all([
      readPeople(ctx, comingTo(courseId)),
      readPublicConfig(ctx),
    ])
    if (people.length === 0) throw invalid('还没有报名已确认的人，没有可打印的名单')
    const pdf = toPdf(
      template,
      printable({
        association: association.name,
        colour,
        course: of.title,
        place: placeOf(of),
        count: String(people.length),
        dates: of.startsOn === of.endsOn ? of.startsOn : `${of.startsOn} 至 ${of.endsOn}`,
        parts: Array.from({ length: Math.ceil(names.length / MAX_SESSIONS) }, (_, i) =>
          names.slice(i * MAX_SESSIONS, (i + 1) * MAX_SESSIONS),
        ),
        people: people.map(({ of, registration }) => [of.ticketNumber ?? '', of.name, registration.organisationName]),
      }),
    )
    return privateDownload(`${of.title}-签到表.pdf`, PDF, pdf)
  },
} satisfies Partial<Handlers<typeof staffRunContract>>
