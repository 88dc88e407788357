import { z } from 'zod'
import { day, int, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { fileInfo } from '#modules/files/contract.ts'
import { remark } from '#modules/review/applicationShape.ts'
import { payAccount } from '#modules/settings/contract.ts'
import { courseDetail } from '../courses/courseShape.ts'
import { enrolmentStatuses } from '../enrolmentStatus.ts'
import { participantResults } from '../participantWords.ts'

export const status = z.enum(enrolmentStatuses, '不是有效的报名状态')
export const rows = z.array(z.record(z.string().max(40), z.unknown()), '应为参训人员的列表').max(100, '一次最多 100 人')
export const invoiceState = z.enum(['none', 'requested', 'issued', 'refused'])

export const paySlip = z.object({
  paidOn: day,
  payer: text(60).min(1, '请填写付款人名称'),
  slipId: int,
})

/** The parts of the one form that is filled in. */
export const formPartsInput = {
  org: formInput.optional(),
  participants: rows.optional(),
  invoice: formInput.optional(),
}

export const registrationInput = {
  ...formPartsInput,
  /** Answers keyed by the field of the remark; `''` for a remark about the whole. */
  answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
  pay: paySlip.optional(),
  /** The one that was read. */
  version: int.optional(),
}

/** Choice of the registrant if there are fewer places than people. */
export const shortageChoice = {
  /** `ask`: refuse and say how many there are; `split`: as many as there are come in, the others wait; else all wait. */
  whenFew: z.enum(['ask', 'split', 'wait'], '应为 ask、split 或 wait').optional(),
  /** With `split`: number of free places the registrant saw; if there are fewer now, the call asks again. */
  seats: int.optional(),
}

/** The people who wait beside those who have a place, in a registration of their own. */
export const waitingPart = z.object({ id: z.int(), regNo: z.string(), personsCount: z.int() })

export const ownRegistration = {
  myRegId: z.int().nullable(),
  myRegStatus: status.nullable(),
  myRegStatusName: z.string().nullable(),
}

const prices = z.object({ member: z.number(), other: z.number() })

/** A registration as whoever signed up sees it. */
export const reg = z.object({
  id: z.int(),
  regNo: z.string().nullable(),
  status,
  statusName: z.string(),
  version: z.int(),
  personsCount: z.int(),
  totalFee: z.number(),
  submitTime: z.string().nullable(),
  updateTime: z.string(),
  ahead: z.int().nullable(),
  /** Last day to correct, accept or pay. */
  deadline: z.string().nullable(),
  /** Sentence about the next step and who does it. */
  next: z.string(),
  canEdit: z.boolean(),
  canPay: z.boolean(),
  canCancel: z.boolean(),
  canAccept: z.boolean(),
  hasTickets: z.boolean(),
  /** Paid, so that its payer may ask a refund; `ends`: and gives up places with it. */
  refund: z.object({ receivableId: z.int(), ends: z.boolean() }).nullable(),
  /** Other registrations of the same contact for this course, such as the other part of a split one. */
  besides: z.array(waitingPart.extend({ statusName: z.string() })),
  auditReason: z.array(remark),
})

export const enrolmentDetail = z.object({
  training: courseDetail,
  /** Null: none yet. */
  reg: reg.nullable(),
  fields: z.array(formField).readonly(),
  /** The names of the fields that may be changed now. */
  openFields: z.array(z.string()),
  /** Stored values; for a new registration, prefilled ones. */
  form: formValues,
  /** Yuan a person, for this applicant, by fare; one without a name where the event has a single price. */
  fee: z.object({
    isMember: z.boolean(),
    /** Number of participants at the members' price; null: all. */
    memberPlaces: z.int().nullable(),
    fares: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        usual: prices,
        early: prices.nullable(),
        isEarlyNow: z.boolean(),
        /** Free shares left. */
        free: z.int(),
      }),
    ),
    /** Those of the registration who keep the early price. */
    early: z.array(z.object({ name: z.string(), fare: z.string() })),
  }),
  pay: z
    .object({
      amount: z.number(),
      remark: z.string(),
      account: payAccount,
      paidOn: z.string().nullable(),
      payer: z.string(),
      slip: fileInfo.nullable(),
    })
    .nullable(),
  invoice: z
    .object({
      state: invoiceState,
      stateName: z.string(),
      number: z.string(),
      issuedOn: z.string().nullable(),
      reason: z.string(),
      hasFile: z.boolean(),
    })
    .nullable(),
  results: z.array(
    z.object({
      name: z.string(),
      ticketNo: z.string().nullable(),
      checkedInAt: z.string().nullable(),
      seat: z.string(),
      theory: z.number().nullable(),
      practice: z.number().nullable(),
      result: z.enum(participantResults),
      resultName: z.string(),
      certNo: z.string().nullable(),
      verifyUrl: z.string().nullable(),
      hours: z.int(),
    }),
  ),
  timeline: z.array(z.object({ at: z.string(), actionName: z.string(), toName: z.string(), opinion: z.string() })),
})
export const downloads = z.enum(['ticket', 'invoice'], '不是可以下载的文件')

export const result = z.object({
  id: z.int(),
  regNo: z.string().nullable(),
  status,
  statusName: z.string(),
  version: z.int(),
})
