import { fork } from 'node:child_process'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import sharp from 'sharp'
import { iso, longDay, minute } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { formatPhone } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { undrawableReason } from '#lib/server/documents/signs.ts'
import { PDF, privateDownload } from '#lib/server/http/download.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { serialize } from '#lib/server/process/serialize.ts'
import { record } from '#modules/audit/server/record.ts'
import { file } from '#modules/files/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import { isComing } from '#modules/training/courses/server/traineeRows.ts'
import { passName } from '#modules/training/kinds/eventWords.ts'
import { type EventKind, kindOfCode } from '#modules/training/kinds/server/eventKinds.ts'
import { examKindNames } from '#modules/training/participantWords.ts'
import { fareName } from '#modules/training/registrations/server/registrationPeople.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import type { staffRunContract } from '../runContract.ts'
import { type Course, findCourse, maskedIdNumber, type Person, readLevels, readPeople, sexName } from './roster.ts'
import { checkInDay, placeOf } from './rosterFigures.ts'
import { type TicketSheet, ticketSheetPdf } from './ticketSheet.ts'

/** Size in print at 200 dpi; kept small because a thousand photos are set at once. */
const PHOTO = { width: 236, height: 331, fit: 'cover' } as const
const PHOTOS_PER_BATCH = 8

/** Returns photos by file id, wrapped in SVG, because the document takes images as text. */
async function readPhotos(ctx: Ctx, people: readonly Person[]): Promise<Map<number, string>> {
  const ids = [...new Set(people.flatMap(({ of }) => of.photoId ?? []))]
  const found = new Map<number, string>()
  for (let i = 0; i < ids.length; i += PHOTOS_PER_BATCH) {
    const rows = await ctx.db
      .select()
      .from(file)
      .where(inArray(file.id, ids.slice(i, i + PHOTOS_PER_BATCH)))
    await Promise.all(
      rows.map(async ({ id, key }) => {
        const drawing = await drawingOf(ctx, key).catch(error =>
          ctx.log.warn({ err: error, id }, 'a photo is unreadable'),
        )
        if (drawing) found.set(id, drawing)
      }),
    )
  }
  return found
}

async function drawingOf({ store }: Pick<Ctx, 'store'>, key: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of await store.open(key)) parts.push(Buffer.from(part))
  const jpeg = await sharp(Buffer.concat(parts))
    .rotate()
    .resize(PHOTO)
    .flatten({ background: 'white' })
    .jpeg()
    .toBuffer()
  const { width, height } = PHOTO
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/jpeg;base64,${jpeg.toString('base64')}"/></svg>`
}

type Which = { courseId?: number; registrationId?: number; participantId?: number }

/**
 * 准考证 of one person, of one order of places, or of a whole course: one document, two to a sheet. Signed, but for those of a
 * whole course: they are for the printer, and nobody is given them as a file. Who has a sign that cannot be printed is left
 * out and named on the last page; refused (409) where nobody is left.
 */
export async function ticketsPdf(ctx: Ctx, which: Which): Promise<Buffer> {
  const people = await readPeople(ctx, and(whoseOf(which), isComing, isNotNull(participant.ticketNumber)))
  const [first] = people
  if (!first) throw conflict('还没有可以打印的：报名确认并编号后才能打印')
  const of = await findCourse(ctx, first.registration.courseId)
  const sheet = await sheetOf(ctx, of, people)
  if (sheet.tickets.length === 0)
    throw conflict(sheet.missing.map(({ number, name, reason }) => `${number} ${name}：${reason}，印不出来`).join('；'))
  const pdf = await (people.length > MAX_TICKETS_IN_PROCESS ? renderInChildProcess(sheet) : ticketSheetPdf(sheet))
  if (isWholeCourse(which)) return pdf
  const number = people.length === 1 ? first.of.ticketNumber : first.registration.number
  return signPaper(ctx, pdf, `${sheet.paper} ${number}`)
}

const isWholeCourse = ({ participantId, registrationId }: Which) => !participantId && !registrationId

function whoseOf({ courseId, registrationId, participantId }: Which) {
  if (participantId) return eq(participant.id, participantId)
  if (registrationId) return eq(registration.id, registrationId)
  if (courseId) return eq(registration.courseId, courseId)
  throw invalid('请指明哪个活动、哪份报名或哪个人的入场凭证')
}

/**
 * Maximum number of tickets set in this process; larger documents run in a child process, which blocks nobody and frees
 * its memory.
 */
const MAX_TICKETS_IN_PROCESS = 6

const renderInChildProcess = serialize(
  (sheet: TicketSheet) =>
    new Promise<Buffer>((resolve, reject) => {
      const child = fork(new URL('./ticketProcess.ts', import.meta.url), {
        serialization: 'advanced',
        execArgv: [],
        env: {},
      })
      child.once('error', reject).once('message', pdf => resolve(Buffer.from(pdf as Uint8Array)))
      // The child exited without an answer: out of memory, or killed.
      child.once('exit', () => reject(new Error('the tickets were not set')))
      child.send(sheet)
    }),
)

async function sheetOf(ctx: Ctx, of: Course, people: readonly Person[]): Promise<TicketSheet> {
  const { association, colour } = await readPublicConfig(ctx)
  const [levelOf, photos] = await Promise.all([readLevels(ctx, of.id), readPhotos(ctx, people)])
  const kind = await kindOfCode(ctx, of.kind)
  const all = people.map(person => ticketOf(ctx, person, { course: of, kind, levelOf, photos }))
  const checked = all.map(ticket => ({ ticket, reason: undrawableReason([ticket.name, ticket.facts]) }))
  // Events without an exam use the same ticket as proof of admission.
  const paper = passName({ hasExam: of.hasExam, words: kind })
  const title = `${paper} ${people.length === 1 ? people[0]!.of.ticketNumber : of.title}`
  return {
    ...printable({
      association: association.name,
      colour,
      paper,
      title,
      course: of.title,
      about: aboutOf(of),
      notes: notesOf(of, kind),
    }),
    missing: checked
      .filter(({ reason }) => reason !== '')
      .map(({ ticket: { number, name }, reason }) => ({ number, name, reason })),
    tickets: checked.filter(({ reason }) => reason === '').map(({ ticket }) => ticket),
  }
}

type Common = {
  course: Course
  kind: EventKind
  levelOf: (code: string) => string
  photos: ReadonlyMap<number, string>
}

function ticketOf(ctx: Ctx, { of, registration }: Person, { course, kind, levelOf, photos }: Common) {
  const url = checkInUrl(ctx, of.token!)
  const facts: [string, string][] = [
    ['性别', sexName(of)],
    ['证件号码', maskedIdNumber(ctx, of)],
    ['单位', registration.organisationName],
    ['票种', fareName(course, of)],
    ['级别', levelOf(of.levelCode)],
    ['职务', kind.hasCertificates ? '' : of.position],
    ['报考', kind.hasCertificates ? examKindNames[of.examKind] : ''],
    ['座位', of.seat || (course.hasExam ? '报到时公布' : '')],
  ]
  return {
    ...printable({ number: of.ticketNumber!, name: of.name, facts: facts.filter(([, value]) => value !== '') }),
    url,
    photo: photos.get(of.photoId ?? 0) ?? '',
  }
}

/** Address in the ticket's QR code: scanning it with the phone's own camera opens the check-in desk. */
export const checkInUrl = (ctx: Pick<Ctx, 'config'>, token: string) => printedUrl(ctx, `/staff/check-in?t=${token}`)

const aboutOf = (of: Course): [string, string][] =>
  (
    [
      ['报到', longDay(checkInDay(of))],
      ['时间', of.startsOn === of.endsOn ? longDay(of.startsOn) : `${longDay(of.startsOn)} 至 ${longDay(of.endsOn)}`],
      ['地点', placeOf(of)],
      ['住宿', of.hotel],
      ['联系', [of.contactName, formatPhone(of.contactPhone)].filter(Boolean).join(' ')],
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '')

const notesOf = ({ hasExam }: Course, { asks }: EventKind): string[] => [
  `报到时出示本证${asks.includes('idNumber') ? '和身份证件原件' : ''}，由工作人员扫描二维码；本证可打印，也可在手机上出示。`,
  ...(hasExam ? ['考试时凭本证和身份证件入场，对号入座。'] : []),
  '二维码只用于报到，请勿转发给他人。',
]

export const ticketsHandlers = {
  /** Tickets for staff. Printing a whole course is recorded in the audit log. */
  'GET /staff/training/tickets/file': async (ctx, which) => {
    const pdf = await ticketsPdf(ctx, which)
    if (!isWholeCourse(which)) return paperDownload(ctx, '入场凭证.pdf', pdf)
    const { id, title, kind, hasExam } = await findCourse(ctx, which.courseId!)
    const paper = passName({ hasExam, words: await kindOfCode(ctx, kind) })
    await record(ctx, { action: 'course.printTickets', objectType: 'course', objectId: id, objectName: title })
    return privateDownload(`${title}-${paper}-${minute(iso(ctx.now)).slice(0, 10)}.pdf`, PDF, pdf)
  },
} satisfies Partial<Handlers<typeof staffRunContract>>
