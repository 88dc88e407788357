import { and, eq, sql } from 'drizzle-orm'
import { type FormRow, type FormValues, isEmptyValue } from '#lib/form/form.ts'
import { residentSex } from '#lib/residentId.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm, elsewhere } from '#lib/server/forms/bindForm.ts'
import { encryptedColumns, encryptedIn } from '#lib/server/forms/formExceptions.ts'
import { keepTitle } from '#modules/ledger/titles/server/titles.ts'
import { plainIdNumber } from '#modules/members/personForm.ts'
import type { Application, Entered } from '#modules/review/server/applicationKinds.ts'
import type { EnrolmentStatus } from '#modules/training/enrolmentStatus.ts'
import { type Price, pricesOf, totalOf } from '#modules/training/fares.ts'
import { CONSENT_VERSION } from '#modules/training/participantWords.ts'
import { participant, registration } from '#modules/training/server/tables.ts'
import { participantFields, registrantFields } from '../enrolmentForm.ts'
import { type Course, lockCourse } from './enrolmentCourse.ts'
import { alreadyEnrolled, ENROLLED_BY_OTHERS } from './enrolmentDuplicates.ts'
import { identityOf, isResident } from './enrolmentFaults.ts'
import { participantsIn, paysAsMember } from './enrolmentFees.ts'
import { invoiceOf } from './invoiceTitle.ts'
import { pricedRow, quoteFor } from './quotes.ts'

export type Registration = typeof registration.$inferSelect
type Status = EnrolmentStatus

/** Final statuses without participation; their participants are kept for the record. */
export const ENDED_STATUSES: Status[] = ['cancelled', 'rejected', 'expired', 'refunded']

export async function registrationOf(
  { db }: Pick<Ctx, 'db'>,
  { id }: Pick<Application, 'id'>,
): Promise<Registration | undefined> {
  const [found] = await db.select().from(registration).where(eq(registration.applicationId, id))
  return found
}

/** Stores the submitted registration and its participants. The course must be locked. */
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
  const { organisationId, personId } = of
  const payer = { isMember, organisationId, personId, ...(before && { id: before.id }) }
  const prices = pricesOf(await quoteFor(ctx, course, payer), rows.map(pricedRow))
  const invoice = invoiceOf(ctx, values)
  if (invoice) await keepTitle(ctx, invoice.title)
  const kept = await write(ctx, of, values, {
    number: of.number,
    status,
    isMember,
    totalFee: totalOf(prices),
    ...(status === 'waiting' && { queuedAt: await nextInQueue(ctx, course) }),
  })
  await keepParticipants(ctx, kept, rows, prices)
  return kept
}

/** Stores a draft; it takes no places. */
export const keepDraft = (ctx: Ctx, of: Application, values: FormValues): Promise<Registration> =>
  write(ctx, of, values, { status: 'draft' })

/** Binds the registrant's fields to their columns; the display name comes from `applicantName`. */
const registrantForm = ({ encryption }: Ctx) =>
  bindForm(registrantFields, registration, {
    applicantType: elsewhere,
    orgName: elsewhere,
    creditCode: {
      read: ({ creditCode }) => creditCode,
      write: (code, { applicantType }) => ({ creditCode: applicantType === 'person' ? null : code || null }),
    },
    address: elsewhere,
    contactMobile: encryptedIn(encryption, 'contactMobile'),
  })

async function write(
  ctx: Ctx,
  of: Application,
  values: FormValues,
  set: Partial<Registration> & { status: Status },
): Promise<Registration> {
  const said = {
    ...registrantForm(ctx).rowOf(values),
    organisationName: applicantName(values),
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
  // Keeps the place in the queue of a registration that already waits.
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

export function applicantName(values: FormValues): string {
  const { applicantType, orgName, contactName } = values
  const first = participantsIn(values)[0]?.name
  return String((applicantType === 'person' ? (first ?? contactName) : orgName) ?? '')
}

/**
 * Timestamp after the last one in the queue. Needs the lock on the course: otherwise a call that began earlier could
 * overtake people who were already told their position.
 */
async function nextInQueue({ db, now }: Ctx, { id }: Course): Promise<Date> {
  const [last] = await db
    .select({ at: sql<Date | null>`max(${registration.queuedAt})`.mapWith(registration.queuedAt) })
    .from(registration)
    .where(and(eq(registration.courseId, id), eq(registration.status, 'waiting')))
  const after = last?.at ? last.at.getTime() + 1 : 0
  return new Date(Math.max(now.getTime(), after))
}

/** Replaces all rows: nothing refers to participants before the registration is confirmed. */
async function keepParticipants(ctx: Ctx, of: Registration, rows: FormRow[], prices: Price[]): Promise<void> {
  await ctx.db.delete(participant).where(eq(participant.registrationId, of.id))
  const wanted = rows.map((row, i) => ({ ...toParticipant(ctx, of, row, i + 1), ...pricedColumns(prices[i]!) }))
  const written = await ctx.db
    .insert(participant)
    .values(wanted)
    .onConflictDoNothing()
    .returning({ place: participant.place })
  const places = new Set(written.map(({ place }) => place))
  const refused = wanted.filter(({ place }) => !places.has(place))
  if (refused.length)
    throw alreadyEnrolled(
      Object.fromEntries(
        refused.map(({ place }) => [
          `participants.${place - 1}.${identityOf(rows[place - 1]!)?.column ?? 'name'}`,
          ENROLLED_BY_OTHERS,
        ]),
      ),
    )
}

const pricedColumns = ({ fare, fee, isFree, isEarly }: Price) => ({ fareCode: fare, fee, isFree, isEarly })

/** A row of the form as it is kept. */
export const toParticipant = (ctx: Ctx, { id, courseId }: Registration, row: FormRow, place: number) => ({
  ...participantForm(ctx).rowOf(row),
  own: answersIn(row),
  registrationId: id,
  courseId,
  place,
  createdAt: ctx.now,
  isActive: true,
})

/** Answers to the questions of the kind, whose codes no field of the program has. */
const answersIn = (row: FormRow): FormValues =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => /^F\d/.test(name) && !isEmptyValue(value)))

/** Binds the participant's fields to their columns; persons are linked once the registration is confirmed. */
export const participantForm = ({ encryption, now }: Ctx) =>
  bindForm(participantFields([], []), participant, {
    personId: elsewhere,
    sex: {
      read: ({ sex }) => sex,
      write: (sex, { idType, idNumber }) => ({ sex: sexIn(idType ?? 'resident', idNumber ?? '') ?? sex }),
    },
    idType: { read: ({ idType }) => idType, write: type => ({ idType: type ?? 'resident' }) },
    idNumber: {
      read: encryptedIn(encryption, 'idNumber').read,
      write: number => encryptedColumns(encryption, 'idNumber', plainIdNumber(number ?? '')),
    },
    mobile: encryptedIn(encryption, 'mobile'),
    examKind: { read: ({ examKind }) => examKind, write: kind => ({ examKind: kind ?? 'first' }) },
    fare: 'fareCode',
    photo: 'photoId',
    stay: { read: ({ stay }) => stay, write: stay => ({ stay: stay ?? 'none' }) },
    consent: {
      read: ({ consentAt }) => consentAt !== null,
      write: consents => ({ consentAt: consents ? now : null, consentVersion: consents ? CONSENT_VERSION : null }),
    },
  })

const sexIn = (idType: string, idNumber: string) =>
  isResident(idType, plainIdNumber(idNumber)) ? residentSex(plainIdNumber(idNumber)) : undefined

/** Sets the status that follows from the review. */
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

/** Ends the registration: frees its places, and its people may be enrolled again. */
export async function releasePlaces(ctx: Ctx, of: Application, status: Status): Promise<Registration | undefined> {
  // A draft holds nothing, and its course need not wait for it.
  if (of.number !== null) await lockCourse(ctx, of.subjectId!)
  const changed = await setStatus(ctx, of, status)
  if (changed)
    await ctx.db.update(participant).set({ isActive: false }).where(eq(participant.registrationId, changed.id))
  return changed
}
