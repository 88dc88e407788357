import { and, asc, eq } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { FormField } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { maskIdNumber, maskMobile, maskName } from '#lib/mask.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { record } from '#modules/audit/server/record.ts'
import { idTypes } from '#modules/members/personForm.ts'
import type { EnrolmentCourse } from '#modules/training/enrolling/server/enrolmentCourse.ts'
import type { Registration } from '#modules/training/enrolling/server/enrolmentRegister.ts'
import { examKindNames, resultNames, stayNames } from '#modules/training/participantWords.ts'
import { participant } from '#modules/training/server/tables.ts'
import type { staffRegistrationContract } from '../contract.ts'
import { findRegistration } from './findRegistration.ts'

type Endpoints = typeof staffRegistrationContract
type People = Output<Endpoints['GET /staff/training/registration']>['people']
type Participant = typeof participant.$inferSelect

export const namedRegistration = ({ id, number, organisationName }: Registration) => ({
  objectType: 'registration',
  objectId: id,
  objectName: [number, organisationName].filter(Boolean).join(' '),
})

/** Returns active and removed participants, numbers masked. */
export async function showPeople(
  ctx: Ctx,
  of: Registration,
  { course, levels, kind }: EnrolmentCourse,
): Promise<People> {
  const rows = await ctx.db
    .select()
    .from(participant)
    .where(eq(participant.registrationId, of.id))
    .orderBy(asc(participant.place), asc(participant.id))
  return rows.map(row => ({
    id: row.id,
    place: row.place,
    name: row.name,
    sexName: row.sex ? SEXES[row.sex] : '',
    idTypeName: row.idNumberSealed ? (idTypes.find(({ code }) => code === row.idType)?.name ?? '') : '',
    idNumber: row.idNumberSealed ? maskIdNumber(ctx.encryption.decrypt(row.idNumberSealed)) : '',
    mobile: row.mobileSealed ? maskMobile(ctx.encryption.decrypt(row.mobileSealed)) : '',
    levelName: levels.find(({ code }) => code === row.levelCode)?.name ?? row.levelCode,
    fareName: fareName(course, row),
    fee: row.fee,
    examKindName: kind.hasCertificates ? examKindNames[row.examKind] : '',
    oldCertificate: row.oldCertificate,
    education: row.education,
    jobTitle: row.jobTitle,
    position: row.position,
    workYears: row.workYears,
    stayName: stayNames[row.stay],
    roommate: row.roommate,
    diet: row.diet,
    answers: answersOf(kind.fields, row),
    photoId: row.photoId,
    hasConsent: row.consentAt !== null,
    isActive: row.isActive,
    personId: row.personId,
    ticketNumber: row.ticketNumber ?? '',
    checkedInAt: row.checkedInAt && iso(row.checkedInAt),
    resultName: resultNames[row.result],
  }))
}

export const fareName = (
  { fares }: Pick<EnrolmentCourse['course'], 'fares'>,
  { fareCode }: Pick<Participant, 'fareCode'>,
) => fares.find(({ code }) => code === fareCode)?.name ?? ''

/** Answers to the questions of the kind, with their labels; those that are not asked any more are left out. */
export const answersOf = (questions: readonly FormField[], { own }: Pick<Participant, 'own'>) =>
  questions.flatMap(field => {
    const text = fieldText(field, own[field.name])
    return text ? [{ label: field.label, text }] : []
  })

const SEXES = { male: '男', female: '女' }

export const registrationPeopleHandlers = {
  /** Numbers in full, of the contact or of somebody who takes part; who saw whose is in the audit log. */
  'POST /staff/training/registration/reveal': (ctx, { id, participantId }) =>
    inTransaction(ctx, async tx => {
      const { of } = await findRegistration(tx, id)
      const whose = participantId === undefined ? undefined : await participantOf(tx, of, participantId)
      const name = whose ? maskName(whose.name) : of.contactName
      await record(tx, { ...namedRegistration(of), action: 'registration.reveal', detail: { name } })
      const open = (sealed: string | null) => (sealed ? ctx.encryption.decrypt(sealed) : '')
      return whose
        ? { idNumber: open(whose.idNumberSealed), mobile: open(whose.mobileSealed) }
        : { idNumber: '', mobile: open(of.contactMobileSealed) }
    }),
} satisfies Partial<Handlers<Endpoints>>

async function participantOf({ db }: Ctx, of: Registration, id: number): Promise<Participant> {
  const [found] = await db
    .select()
    .from(participant)
    .where(and(eq(participant.id, id), eq(participant.registrationId, of.id)))
  if (!found) throw notFound('这份报名中没有这个人')
  return found
}
