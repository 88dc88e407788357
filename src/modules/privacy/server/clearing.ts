import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { filesInForm } from '#lib/server/forms/formFiles.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { slipsOnRecord } from '#modules/ledger/receivables/server/receivables.ts'
import { notifyStaffingChange } from '#modules/members/server/staffing.ts'
import { employment, organisation, organisationContact, person } from '#modules/members/server/tables.ts'
import { member, memberStyle } from '#modules/membership/server/tables.ts'
import { studyHours } from '#modules/personnel/server/tables.ts'
import { applicationNote } from '#modules/review/desk/server/tables.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { application, applicationEvent } from '#modules/review/server/tables.ts'
import { eraseAnswersOf } from '#modules/surveys/server/retention.ts'
import { eraseEnrolmentsOf } from '#modules/training/enrolling/server/dataRetention.ts'
import { participant } from '#modules/training/server/tables.ts'
import { isOf } from './registers.ts'

/** Clears the content of applications that were not approved; their existence and result stay. */
export async function clearApplications({ db }: Ctx, { id }: Account): Promise<void> {
  const empty = and(eq(application.accountId, id), ne(application.state, 'approved'))
  const cleared = await db
    .update(application)
    .set({ form: {}, materials: {}, remarks: [], title: '已注销' })
    .where(empty)
    .returning({ id: application.id })
  const ids = cleared.map(row => row.id)
  await db
    .update(applicationEvent)
    .set({ form: null, materials: null, remarks: [], opinion: '' })
    .where(inArray(applicationEvent.applicationId, ids))
  await db.delete(applicationNote).where(inArray(applicationNote.applicationId, ids))
  await eraseEnrolmentsOf({ db }, id)
  await eraseAnswersOf({ db }, id)
}

/** Lets go of the private files that no register and no approved application stands on; answers which they are. */
export async function clearFiles(ctx: Ctx, own: Account): Promise<number[]> {
  const { db } = ctx
  const kept = await filesOnRecord(ctx, own)
  const released = await db
    .update(file)
    .set({ attachedAt: null })
    .where(and(eq(file.ownerId, own.id), eq(file.isPublic, false), isNull(file.deletedAt), notInArray(file.id, kept)))
    .returning({ id: file.id })
  return released.map(({ id }) => id)
}

async function filesOnRecord(ctx: Ctx, own: Account): Promise<number[]> {
  const { db } = ctx
  const [company] = await db
    .select()
    .from(organisation)
    .where(eq(organisation.id, own.organisationId ?? 0))
  const [self] = await db
    .select()
    .from(person)
    .where(eq(person.id, own.personId ?? 0))
  const pages = await db
    .select({ style: memberStyle })
    .from(memberStyle)
    .innerJoin(member, eq(member.id, memberStyle.memberId))
    .where(isOf(member, own))
  return [
    ...(await filesOfApproved(ctx, own)),
    company?.licenceId,
    company?.logoId,
    self?.photoId,
    ...pages.flatMap(({ style }) => [style.coverId, style.videoId, ...style.imageIds]),
    ...(await slipsOnRecord({ db }, own.id)),
  ].filter(id => typeof id === 'number')
}

/** Ids of files submitted with approved applications, in every round. */
async function filesOfApproved({ db, now }: Pick<Ctx, 'db' | 'now'>, own: Account): Promise<number[]> {
  const approved = await db
    .select()
    .from(application)
    .where(and(eq(application.accountId, own.id), eq(application.state, 'approved')))
  const files = await Promise.all(
    approved.map(async of => {
      const { fields } = await kindOf(of).schema({ db, now }, of)
      const rounds = await db
        .select({ materials: applicationEvent.materials, form: applicationEvent.form })
        .from(applicationEvent)
        .where(eq(applicationEvent.applicationId, of.id))
      return [of, ...rounds].flatMap(({ materials, form }) => [
        ...Object.values(materials ?? {}).flat(),
        ...filesInForm(fields, form ?? {}),
      ])
    }),
  )
  return files.flat()
}

/** Anonymises a person who is in no register; for others only contact data is deleted. */
export async function clearRegisters(ctx: Ctx, { organisationId, personId }: Account): Promise<void> {
  const { db, now } = ctx
  if (organisationId !== null && !(await isMember(ctx, eq(member.organisationId, organisationId))))
    await db.delete(organisationContact).where(eq(organisationContact.organisationId, organisationId))
  if (personId === null) return
  const onRecord =
    (await isMember(ctx, eq(member.personId, personId))) ||
    (await db.$count(certificate, eq(certificate.personId, personId))) > 0 ||
    (await db.$count(participant, and(eq(participant.personId, personId), eq(participant.isActive, true)))) > 0
  const reached = { mobileSealed: null, mobileHash: null, email: '', updatedAt: now }
  const [before] = await db.select().from(person).where(eq(person.id, personId))
  await db
    .update(person)
    .set(onRecord ? reached : { ...reached, ...ANONYMISED })
    .where(eq(person.id, personId))
  if (onRecord) return
  await db.delete(employment).where(eq(employment.personId, personId))
  await db.delete(studyHours).where(eq(studyHours.personId, personId))
  await notifyStaffingChange(ctx, { lost: [before!.organisationId] })
}

const isMember = async ({ db }: Ctx, which: ReturnType<typeof eq>) => (await db.$count(member, which)) > 0

const ANONYMISED = {
  name: '已注销',
  sex: null,
  idNumberSealed: null,
  idNumberHash: null,
  bornOn: null,
  provinceCode: null,
  education: '',
  major: '',
  jobTitle: '',
  employer: '',
  position: '',
  organisationId: null,
  photoId: null,
  tags: [],
  own: {},
  publicConsentAt: null,
  publicConsentVersion: null,
}
