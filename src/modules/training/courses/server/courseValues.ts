import { asc, eq, or } from 'drizzle-orm'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { answerableFields, type FormField, type FormValues, type Option, rowsIn, withoutEmpty } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { pointInColumns } from '#lib/server/forms/formExceptions.ts'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { memberLevel } from '#modules/membership/server/tables.ts'
import { isOffered, readKinds } from '#modules/personnel/catalogue/server/kinds.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { codeOf, type Session } from '#modules/training/attendance.ts'
import { type Fare, lowestOf } from '#modules/training/fares.ts'
import { eventKindNames, eventKindOptions, readEventKinds, wordsOf } from '#modules/training/kinds/server/eventKinds.ts'
import { refundStepsColumn } from '#modules/training/refundForm.ts'
import { courseSearchVector } from '#modules/training/server/searchVector.ts'
import { course } from '#modules/training/server/tables.ts'
import { courseFields, faresIn, fieldsOfKind, levelFaresIn } from '../courseForm.ts'

export type Course = typeof course.$inferSelect

/** `kind`: its code; `personnelKindId`: the certificate that it leads to already. */
type AskedFor = { kind?: string; personnelKindId?: number | null }

/**
 * The form of an event, with the association's own kinds and the certificates that are on offer. Without a kind, or of one
 * that nobody knows, it has every field.
 */
export async function readCourseFields(ctx: Pick<Ctx, 'db'>, { kind, personnelKindId = null }: AskedFor) {
  const of = (await readEventKinds(ctx)).find(({ code }) => code === kind)
  const fields = courseFields({
    kinds: await eventKindOptions(ctx),
    certificates: await readCertificates(ctx, personnelKindId),
    levels: await readMemberLevels(ctx),
    ...(of && { words: wordsOf(of) }),
  })
  return answerableFields<FormField>(of ? fieldsOfKind<FormField>(fields, of) : fields)
}

const readMemberLevels = async ({ db }: Pick<Ctx, 'db'>): Promise<Option[]> =>
  (await db.select().from(memberLevel).orderBy(asc(memberLevel.sort))).map(({ code, name }) => ({
    code: String(code),
    name,
  }))

async function readCertificates(ctx: Pick<Ctx, 'db'>, kept: number | null): Promise<Option[]> {
  const kinds = await readKinds(ctx).where(kept === null ? isOffered : or(isOffered, eq(personnelKind.id, kept)))
  return kinds.flatMap(({ id, code, name, levels }) => [
    { code: String(id), name: `${code} ${name}${levels.length ? '（学员选择级别）' : ''}` },
    ...levels.map(level => ({ code: `${id}:${level.code}`, name: `${code} ${name} ${level.name}` })),
  ])
}

/** The last moment of a day in Shanghai. */
export const endOf = (day: string) => new Date(startOf(addDays(day, 1)).getTime() - 1)

/** The number of an article, alone or at the end of its address. */
export const noticeIn = (typed: string) => Number(typed.match(/^\d{1,9}$|(?<=\/list-info\/)\d{1,9}/)?.[0] ?? 0) || null

/** Binds the fields of a course to its columns. With `before`, a deadline whose day is unchanged keeps its time. */
const courseForm = (before?: Course) =>
  bindForm(courseFields({ kinds: [], certificates: [] }), course, {
    notice: {
      read: ({ noticeId }) => (noticeId === null ? null : String(noticeId)),
      write: typed => ({ noticeId: noticeIn(typed ?? '') }),
    },
    certificate: {
      read: ({ personnelKindId, levelCode }) =>
        personnelKindId === null ? null : [personnelKindId, levelCode].filter(Boolean).join(':'),
      write: chosen => {
        const [kindId, levelCode = ''] = (chosen ?? '').split(':')
        return { personnelKindId: Number(kindId) || null, levelCode }
      },
    },
    applyDeadline: {
      read: ({ applyUntil }) => dayOf(applyUntil),
      write: day => ({
        applyUntil: before && dayOf(before.applyUntil) === day ? before.applyUntil : endOf(day ?? ''),
      }),
    },
    sessions: {
      read: ({ sessions }) => sessions.map(({ day, half }) => ({ day, half })),
      write: rows => ({ sessions: toSessions(rows ?? []) }),
    },
    refundSteps: refundStepsColumn,
    feeMember: {
      read: ({ fares, feeMember }) => (fares.length > 0 ? null : feeMember),
      write: (fee, values) => ({ feeMember: lowestFee(values, 'feeMember', fee) }),
    },
    feeOther: {
      read: ({ fares, feeOther }) => (fares.length > 0 ? null : feeOther),
      write: (fee, values) => ({ feeOther: lowestFee(values, 'feeOther', fee) }),
    },
    fares: {
      read: ({ fares }) => fares.map(fare => ({ ...fare })),
      write: rows => ({ fares: withFareCodes(faresIn({ fares: rows ?? [] }), before?.fares ?? []) }),
    },
    levelFares: {
      read: ({ levelFares }) => levelFares.map(one => ({ ...one })),
      write: rows => ({ levelFares: levelFaresIn({ levelFares: rows ?? [] }) }),
    },
    address: 'venue',
    point: pointInColumns,
    passScore: { read: ({ passScore }) => passScore, write: score => ({ passScore: Math.round(score ?? 0) }) },
    hours: { read: ({ hours }) => hours, write: hours => ({ hours: Math.round(hours ?? 0) }) },
    asks: {
      read: ({ asksPhoto, asksStay }) => [
        ...(asksPhoto ? ['photo' as const] : []),
        ...(asksStay ? ['stay' as const] : []),
      ],
      write: asks => ({ asksPhoto: !!asks?.includes('photo'), asksStay: !!asks?.includes('stay') }),
    },
    cover: 'coverId',
    syllabus: { read: ({ syllabus }) => syllabus, write: html => ({ syllabus: cleanHtml(html ?? '') }) },
    attachments: {
      read: ({ attachmentIds }) => attachmentIds.map(file => ({ file })),
      write: rows => ({ attachmentIds: [...new Set((rows ?? []).flatMap(({ file }) => file ?? []))] }),
    },
  }).besides({
    id: true,
    examRooms: true,
    publishedAt: true,
    ticketsAt: true,
    resultsAt: true,
    cancelledAt: true,
    cancelReason: true,
    version: true,
    createdAt: true,
    updatedAt: true,
    words: true,
    heading: true,
  })

const lowestFee = (values: FormValues, who: 'feeMember' | 'feeOther', fee: number | null) => {
  const fares = faresIn(values)
  return fares.length > 0 ? lowestOf(fares, who) : (fee ?? 0)
}

/** New fares get the next code; one that was deleted had nobody, so that its code may be given again. */
function withFareCodes(fares: Fare[], before: readonly Fare[]): Fare[] {
  const isKnown = (code: string) => before.some(fare => fare.code === code)
  const numberOf = ({ code }: Fare) => Number(code.slice(1)) || 0
  let last = Math.max(0, ...before.map(numberOf))
  return fares.map(fare => (isKnown(fare.code) ? fare : { ...fare, code: `T${++last}` }))
}

/** A course as its form has it. */
export const courseValues = (of: Course): FormValues => withoutEmpty(courseForm().valuesOf(of))

/** Columns of the form's values; the caller adds the search vector `words`. */
export const courseColumns = (values: FormValues, before?: Course) => courseForm(before).rowOf(values)

/** The same with the words by which it is found. */
export async function findableColumns(ctx: Pick<Ctx, 'db'>, values: FormValues, before?: Course) {
  const row = courseColumns(values, before)
  return { ...row, words: courseSearchVector(row, (await eventKindNames(ctx))(row.kind)) }
}

/** The files among its papers, in their order. */
export const attachmentsIn = (values: FormValues): number[] => [
  ...new Set(rowsIn(values, 'attachments').map(({ file }) => Number(file))),
]

/** Returns the half days without duplicates, in order. */
function toSessions(rows: readonly { day?: string | null; half?: Session['half'] | null }[]): Session[] {
  const sessions = rows.flatMap(({ day, half }) => (day && half ? { code: codeOf(day, half), day, half } : []))
  return [...new Map(sessions.map(one => [one.code, one])).values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}
