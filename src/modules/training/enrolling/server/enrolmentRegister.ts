import { and, eq, sql } from 'drizzle-orm'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import type { Application, Entered } from '#modules/review/server/applicationKinds.ts'
import { CONSENT_VERSION, type ExamKind, type Stay } from '#modules/training/participants/participantWords.ts'
import { participant } from '#modules/training/participants/server/tables.ts'
import type { RegistrationStatus } from '../registrationStatus.ts'
import { type Course, lockCourse } from './enrolmentCourse.ts'
import { alreadyEnrolled, OTHERS } from './enrolmentDuplicates.ts'
import { isResident } from './enrolmentFaults.ts'
import { participantsIn, paysAsMember, totalOf } from './enrolmentFees.ts'
import { memberSeatsLeft } from './memberSeats.ts'
import { type Invoice, registration } from './tables.ts'

export type Registration = typeof registration.$inferSelect
type Status = RegistrationStatus

/** Nothing comes of it any more: its people are those who would have come. */
export const OVER: Status[] = ['cancelled', 'rejected', 'expired', 'refunded']

export async function registrationOf(
  { db }: Pick<Ctx, 'db'>,
  { id }: Pick<Application, 'id'>,
): Promise<Registration | undefined> {
  const [found] = await db.select().from(registration).where(eq(registration.applicationId, id))
  return found
}

/** What was handed in, as it counts: the row, and who takes part. The course must be locked. */
export async function keepRegistration(
  ctx: Ctx,
  course: Course,
  entered: Entered,
  status: Extract<Status, 'submitted' | 'waiting'>,
): Promise<Registration> {
  const { application: of, values } = entered
  const rows = participantsIn(values)
  const before = await registrationOf(ctx, of)
  const isMember = await paysAsMember(ctx, of, values)
  const memberPlaces = isMember ? await memberSeatsLeft(ctx, payerOf(of, values), course, before?.id) : null
  const totalFee = totalOf(course, rows.length, { isMember, memberPlaces })
  const invoice = invoiceOf(ctx, values)
  const kept = await write(ctx, of, values, {
    number: of.number,
    status,
    isMember,
    totalFee,
    invoice,
    invoiceState: invoice && totalFee > 0 ? 'requested' : 'none',
    ...(status === 'waiting' && { queuedAt: await nextInQueue(ctx, course) }),
  })
  await keepParticipants(ctx, kept, rows)
  return kept
}

const payerOf = ({ organisationId }: Application, { applicantType, creditCode }: FormValues) => ({
  organisationId,
  creditCode: applicantType === 'person' ? null : String(creditCode ?? ''),
})

/** What has been filled in so far is a registration that counts nowhere. */
export const keepDraft = (ctx: Ctx, of: Application, values: FormValues): Promise<Registration> =>
  write(ctx, of, values, { status: 'draft' })

async function write(
  ctx: Ctx,
  of: Application,
  values: FormValues,
  set: Partial<Registration> & { status: Status },
): Promise<Registration> {
  const mobile = values.contactMobile ? String(values.contactMobile) : undefined
  const said = {
    organisationName: applicantName(values),
    contactName: String(values.contactName ?? ''),
    creditCode: values.applicantType === 'person' ? null : String(values.creditCode ?? '') || null,
    provinceCode: String(values.provinceCode ?? '') || null,
    contactMobileSealed: mobile ? ctx.encryption.encrypt(mobile) : null,
    contactMobileHash: mobile ? ctx.encryption.hash(mobile) : null,
    contactEmail: String(values.contactEmail ?? ''),
    updatedAt: ctx.now,
    ...set,
  }
  const begun = {
    applicationId: of.id,
    courseId: of.subjectId!,
    organisationId: of.organisationId,
    createdAt: ctx.now,
    channel: of.accountId === null ? ('public' as const) : ('member' as const),
  }
  // Who waits already keeps the turn.
  const queuedAt = set.queuedAt && sql`coalesce(${registration.queuedAt}, excluded.queued_at)`
  const [kept] = await ctx.db
    .insert(registration)
    .values({ ...begun, ...said })
    .onConflictDoUpdate({
      target: registration.applicationId,
      set: { ...said, ...(queuedAt && { queuedAt }), version: sql`${registration.version} + 1` },
    })
    .returning()
  return kept!
}

/** Who signs up: the organisation, or the person for themself. */
export function applicantName(values: FormValues): string {
  const { applicantType, orgName, contactName } = values
  const first = participantsIn(values)[0]?.name
  return String((applicantType === 'person' ? (first ?? contactName) : orgName) ?? '')
}

/**
 * Behind everybody who waits. Whoever has got the course's lock is in the queue, so that nobody who has been told how many
 * are before them is overtaken by one whose call began earlier.
 */
async function nextInQueue({ db, now }: Ctx, { id }: Course): Promise<Date> {
  const [last] = await db
    .select({ at: sql<Date | null>`max(${registration.queuedAt})`.mapWith(registration.queuedAt) })
    .from(registration)
    .where(and(eq(registration.courseId, id), eq(registration.status, 'waiting')))
  const after = last?.at ? last.at.getTime() + 1 : 0
  return new Date(Math.max(now.getTime(), after))
}

/** Nobody refers to those of before: until a registration is confirmed they are but a list. */
async function keepParticipants(ctx: Ctx, of: Registration, rows: FormRow[]): Promise<void> {
  await ctx.db.delete(participant).where(eq(participant.registrationId, of.id))
  const wanted = rows.map((row, i) => toParticipant(ctx, of, row, i + 1))
  const written = await ctx.db
    .insert(participant)
    .values(wanted)
    .onConflictDoNothing()
    .returning({ place: participant.place })
  const places = new Set(written.map(({ place }) => place))
  const refused = wanted.filter(({ place }) => !places.has(place))
  if (refused.length)
    throw alreadyEnrolled(
      Object.fromEntries(refused.map(({ place }) => [`participants.${place - 1}.idNumber`, OTHERS])),
    )
}

/** A row of the form as it is kept. */
export function toParticipant({ encryption, now }: Ctx, { id, courseId }: Registration, row: FormRow, place: number) {
  const idType = String(row.idType ?? 'resident')
  const idNumber = plainIdNumber(String(row.idNumber))
  const said = (name: string) => String(row[name] ?? '')
  const sexOf = isResident(idType, idNumber) ? residentSex(idNumber) : row.sex
  return {
    registrationId: id,
    courseId,
    place,
    name: said('name'),
    idType,
    createdAt: now,
    sex: (sexOf ?? null) as 'male' | 'female' | null,
    idNumberSealed: encryption.encrypt(idNumber),
    idNumberHash: encryption.hash(idNumber),
    ...(row.mobile && {
      mobileSealed: encryption.encrypt(said('mobile')),
      mobileHash: encryption.hash(said('mobile')),
    }),
    education: said('education'),
    jobTitle: said('jobTitle'),
    position: said('position'),
    workYears: row.workYears === undefined ? null : Math.round(Number(row.workYears)),
    examKind: (row.examKind ?? 'first') as ExamKind,
    levelCode: said('levelCode'),
    oldCertificate: said('oldCertificate'),
    photoId: row.photo ? Number(row.photo) : null,
    stay: (row.stay ?? 'none') as Stay,
    roommate: said('roommate'),
    diet: said('diet'),
    ...(row.consent === true && { consentAt: now, consentVersion: CONSENT_VERSION }),
    isActive: true,
  }
}

/** What is to be printed; null: no invoice is wanted. */
export function invoiceOf({ encryption }: Pick<Ctx, 'encryption'>, values: FormValues): Invoice | null {
  const { invoiceKind, titleType } = values
  if (invoiceKind !== 'ordinary' && invoiceKind !== 'special') return null
  const said = (name: string) => String(values[name] ?? '')
  return {
    kind: invoiceKind,
    titleType: titleType === 'person' ? 'person' : 'organisation',
    title: said('invoiceTitle'),
    taxNumber: said('taxNumber'),
    regAddress: said('regAddress'),

    regPhone: said('regPhone'),
    bank: said('bank'),
    bankAccountSealed: values.bankAccount ? encryption.encrypt(said('bankAccount')) : null,
    email: said('invoiceEmail'),
  }
}

/** Where the review has brought it. */
export async function setStatus(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id }: Pick<Application, 'id'>,
  status: Status,
  more: Partial<Registration> = {},
): Promise<Registration | undefined> {
  const [changed] = await db
    .update(registration)
    .set({ ...more, status, updatedAt: now })
    .where(eq(registration.applicationId, id))
    .returning()
  return changed
}

/** It is over: its people may be signed up again, and its places are free. */
export async function release(ctx: Ctx, of: Application, status: Status): Promise<Registration | undefined> {
  // A draft holds nothing, and its course need not wait for it.
  if (of.number !== null) await lockCourse(ctx, of.subjectId!)
  const changed = await setStatus(ctx, of, status)
  if (changed)
    await ctx.db.update(participant).set({ isActive: false }).where(eq(participant.registrationId, changed.id))
  return changed
}
