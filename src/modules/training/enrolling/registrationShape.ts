import { z } from 'zod'
import { formField } from '#lib/form/formContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { rounds, stepsWithRemarks } from '#modules/review/applicationShape.ts'
import { enrolmentStatuses } from '../enrolmentStatus.ts'

export const status = z.enum(enrolmentStatuses, '不是有效的报名状态')

/** Actions on a registration; `canDo` depends on the caller. */
export const registrationActs = ['pass', 'return', 'reject', 'confirm', 'giveBack', 'people'] as const

const person = z.object({
  id: z.int(),
  place: z.int(),
  name: z.string(),
  sexName: z.string(),
  idTypeName: z.string(),
  /** Masked. */
  idNumber: z.string(),
  mobile: z.string(),
  levelName: z.string(),
  fareName: z.string(),
  /** Null: signed up before fares. */
  fee: z.number().nullable(),
  examKindName: z.string(),
  oldCertificate: z.string(),
  education: z.string(),
  jobTitle: z.string(),
  position: z.string(),
  workYears: z.int().nullable(),
  stayName: z.string(),
  roommate: z.string(),
  diet: z.string(),
  /** Answers to the questions of the kind of event. */
  answers: z.array(z.object({ label: z.string(), text: z.string() })),
  photoId: z.int().nullable(),
  hasConsent: z.boolean(),
  isActive: z.boolean(),
  personId: z.int().nullable(),
  ticketNumber: z.string(),
  checkedInAt: z.string().nullable(),
  resultName: z.string(),
})

/** A registration as its desk has it. */
export const registrationDetail = z.object({
  id: z.int(),
  number: z.string(),
  status,
  statusName: z.string(),
  version: z.int(),
  course: z.object({
    id: z.int(),
    title: z.string(),
    startDate: z.string(),
    statusName: z.string(),
    quota: z.int(),
    enrolled: z.int(),
    /** Names of the event, of its participants, what they pay and their ticket. */
    noun: z.string(),
    people: z.string(),
    fee: z.string(),
    pass: z.string(),
  }),
  channelName: z.string(),
  organisationId: z.int().nullable(),
  organisationName: z.string(),
  creditCode: z.string().nullable(),
  provinceName: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  contactEmail: z.string(),
  note: z.string(),
  submitTime: z.string(),
  people: z.array(person),
  /** Fields for a replacement participant. */
  personFields: z.array(formField).readonly(),
  fee: z.object({
    total: z.number(),
    isMember: z.boolean(),
    paidOn: z.string().nullable(),
    payer: z.string(),
    slip: storedFile.nullable(),
    refundDue: z.boolean(),
    refundedOn: z.string().nullable(),
    refundNote: z.string(),
    /** Among all that is owed, for who may read it there. */
    receivableId: z.int().nullable(),
    invoiceStateName: z.string(),
  }),
  /** People ahead on the waiting list, with their registrations. */
  ahead: z
    .object({ people: z.int(), list: z.array(z.object({ id: z.int(), name: z.string(), persons: z.int() })) })
    .nullable(),
  application: z
    .object({
      id: z.int(),
      version: z.int(),
      deadline: z.string().nullable(),
      /** Fields that can be marked when returning it. */
      fields: z.array(z.object({ field: z.string(), label: z.string(), text: z.string(), remark: z.string() })),
      facts: z.array(
        z.object({
          title: z.string(),
          facts: z.array(z.object({ label: z.string(), text: z.string(), isBad: z.boolean() })),
        }),
      ),
      rounds,
      timeline: stepsWithRemarks,
    })
    .nullable(),
  /** Actions outside the review. */
  history: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      reason: z.string(),
      actorName: z.string(),
      at: z.string(),
    }),
  ),
  canDo: z.array(z.enum(registrationActs)),
})
