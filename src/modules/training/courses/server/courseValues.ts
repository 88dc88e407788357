import { asc, eq } from 'drizzle-orm'
import { addDays, dayOf, iso, startOf } from '#lib/dates.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { personnelKind } from '#modules/personnel/server/tables.ts'
import { codeOf, type Session } from '#modules/training/running/attendance.ts'
import type { course } from '#modules/training/server/tables.ts'
import { courseFields } from '../courseForm.ts'
import { courseWords } from './words.ts'

export type Course = typeof course.$inferSelect

/** The form, with the certificates that the association issues. */
export async function readCourseFields({ db }: Pick<Ctx, 'db'>) {
  const kinds = await db
    .select()
    .from(personnelKind)
    .where(eq(personnelKind.issuer, 'association'))
    .orderBy(asc(personnelKind.groupId), asc(personnelKind.sort), asc(personnelKind.id))
  return courseFields(
    kinds.flatMap(({ id, code, name, levels }) => [
      { code: String(id), name: `${code} ${name}${levels.length ? '（学员选择级别）' : ''}` },
      ...levels.map(level => ({ code: `${id}:${level.code}`, name: `${code} ${name} ${level.name}` })),
    ]),
  )
}

/** The last moment of a day in Shanghai. */
export const endOf = (day: string) => new Date(startOf(addDays(day, 1)).getTime() - 1)

/** A course as its form has it. */
export function courseValues(of: Course): FormValues {
  const { personnelKindId, levelCode, noticeId, lng, lat, sessions } = of
  return present({
    title: of.title,
    kind: of.kind,
    batch: of.batch,
    notice: noticeId && String(noticeId),
    certificate: personnelKindId && [personnelKindId, levelCode].filter(Boolean).join(':'),
    applyFrom: iso(of.applyFrom),
    applyDeadline: dayOf(of.applyUntil),
    startsOn: of.startsOn,
    endsOn: of.endsOn,
    checkInOn: of.checkInOn,
    sessions: sessions.map(({ day, half }) => ({ day, half })),
    mode: of.mode,
    provinceCode: of.provinceCode,
    city: of.city,
    address: of.venue,
    hotel: of.hotel,
    point: lng === null || lat === null ? null : { lng, lat },
    quota: of.quota,
    minimum: of.minimum,
    feeMember: of.feeMember,
    feeOther: of.feeOther,
    feeNote: of.feeNote,
    payDays: of.payDays,
    offerDays: of.offerDays,
    contactName: of.contactName,
    contactPhone: of.contactPhone,
    contactEmail: of.contactEmail,
    hasExam: of.hasExam ? 'yes' : 'no',
    passScore: of.passScore,
    passPractice: of.passPractice,
    hours: of.hours,
    hasNotice: of.hasNotice ? 'yes' : 'no',
    asks: [of.asksPhoto && 'photo', of.asksStay && 'stay'].filter(one => one !== false),
    teachers: of.teachers,
    cover: of.coverId,
    syllabus: of.syllabus,
    attachments: of.attachmentIds.map(file => ({ file })),
  })
}

const present = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && !value.length),
    ),
  )

/** The number of an article, alone or at the end of its address. */
export const noticeIn = (typed: string) => Number(typed.match(/^\d{1,9}$|(?<=\/list-info\/)\d{1,9}/)?.[0] ?? 0) || null

/** What was read from the form, as the table keeps it. A deadline that stays on its day stays at its moment. */
export function courseColumns(values: FormValues, before?: Course) {
  const text = (name: string) => (values[name] as string | undefined) ?? ''
  const orNull = <T>(name: string) => (values[name] as T | undefined) ?? null
  const [kindId, levelCode = ''] = text('certificate').split(':')
  const { lng = null, lat = null } = (values.point as { lng: number; lat: number } | undefined) ?? {}
  const deadline = text('applyDeadline')
  const asks = (values.asks as string[] | undefined) ?? []
  const found = {
    title: text('title'),
    kind: text('kind') as Course['kind'],
    city: text('city'),
    venue: text('address'),
    teachers: text('teachers'),
    syllabus: cleanHtml(text('syllabus')),
  }
  return {
    ...found,
    batch: text('batch'),
    personnelKindId: Number(kindId) || null,
    levelCode,
    noticeId: noticeIn(text('notice')),
    applyFrom: new Date(text('applyFrom')),
    applyUntil: before && dayOf(before.applyUntil) === deadline ? before.applyUntil : endOf(deadline),
    startsOn: text('startsOn'),
    endsOn: text('endsOn'),
    checkInOn: orNull<string>('checkInOn'),
    sessions: toSessions(values.sessions as FormRow[] | undefined),
    mode: text('mode') as Course['mode'],
    provinceCode: orNull<string>('provinceCode'),
    hotel: text('hotel'),
    lng,
    lat,
    quota: values.quota as number,
    minimum: orNull<number>('minimum'),
    feeMember: values.feeMember as number,
    feeOther: values.feeOther as number,
    feeNote: text('feeNote'),
    payDays: values.payDays as number,
    offerDays: values.offerDays as number,
    contactName: text('contactName'),
    contactPhone: text('contactPhone'),
    contactEmail: text('contactEmail'),
    hasExam: text('hasExam') === 'yes',
    passPractice: orNull<number>('passPractice'),
    passScore: orNull<number>('passScore') ?? 0,
    hours: orNull<number>('hours') ?? 0,
    hasNotice: text('hasNotice') === 'yes',
    asksPhoto: asks.includes('photo'),
    asksStay: asks.includes('stay'),
    coverId: orNull<number>('cover'),
    attachmentIds: attachmentsIn(values),
    words: courseWords(found),
  }
}

export const attachmentsIn = ({ attachments }: FormValues): number[] => [
  ...new Set(((attachments ?? []) as FormRow[]).map(({ file }) => file as number)),
]

/** Each half day once, in the order in which they come. */
function toSessions(rows: FormRow[] = []): Session[] {
  const sessions = rows.map(row => {
    const { day, half } = row as Pick<Session, 'day' | 'half'>
    return { code: codeOf(day, half), day, half }
  })
  return [...new Map(sessions.map(one => [one.code, one])).values()].toSorted((a, b) => (a.code < b.code ? -1 : 1))
}
