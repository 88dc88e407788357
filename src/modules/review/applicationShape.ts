import { z } from 'zod'
import { code, int, text } from '#lib/form/fields.ts'
import { formInput } from '#lib/form/formContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { action, state } from './stateContract.ts'

/** A reviewer's request and the applicant's answer. */
export const remark = z.object({
  field: z.string().optional(),
  slot: z.string().optional(),
  label: z.string(),
  text: z.string(),
  answer: z.string().optional(),
})

/** A place for files, as the applicant sees it. */
export const material = z.object({
  code: z.string(),
  name: z.string(),
  required: z.boolean(),
  max: z.int(),
  hint: z.string(),
  files: z.array(storedFile),
  editable: z.boolean(),
  /** Result of comparing the QR code of a stamped form with the current form. */
  match: z.enum(['current', 'outdated', 'other', 'none', 'unread']).nullable(),
})

/** True if another way may replace the sealed paper; `confirming` returns which, and its status. */
export const isConfirmable = z.boolean()

/** What an applicant sends of an application: parts that are missing stay as they are. */
export const written = {
  /** The one that was read; with an older one nothing is written over. */
  version: int.optional(),
  form: formInput.optional(),
  /** Complete list: a slot that is missing becomes empty. */
  files: z
    .array(z.object({ code, fileId: int }), '应为材料的列表')
    .max(200, '材料不能超过 200 个')
    .optional(),
  answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
}

const timeline = z.array(
  z.object({
    id: z.int(),
    action: action,
    actionName: z.string(),
    to: state,
    toName: z.string(),
    by: z.enum(['applicant', 'staff', 'calendar']),
    actorName: z.string(),
    opinion: z.string(),
    remarks: z.array(remark),
    at: z.string(),
  }),
)

/** A step of the history, for readers who may see all of it. */
const step = {
  id: z.int(),
  actionName: z.string(),
  toName: z.string(),
  actorName: z.string(),
  opinion: z.string(),
}
export const steps = z.array(z.object({ ...step, at: z.string() }))
export const stepsWithRemarks = z.array(z.object({ ...step, remarks: z.array(remark), at: z.string() }))

/** Changes of each submission compared to the one before. */
export const rounds = z.array(
  z.object({
    revision: z.int(),
    at: z.string(),
    changes: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        before: z.string(),
        after: z.string(),
        remark: z.string().optional(),
        answer: z.string().optional(),
      }),
    ),
  }),
)

/** 诚实的等待时间: the stage, since when, who acts next, and how long that usually takes here. */
export const waiting = z.object({
  since: z.string(),
  who: z.enum(['applicant', 'staff', 'calendar', 'nobody']),
  /** Name of the party that acts next, or of the event it waits for. */
  whoName: z.string(),
  /** Half of the last ones took no longer; null while there are too few to say. */
  usualDays: z.number().nullable(),
  /** Working days within which the association promises to act; null if it is not its turn. */
  termDays: z.int().nullable(),
})

export const caseHead = {
  id: z.int(),
  number: z.string().nullable(),
  kind: z.string(),
  kindName: z.string(),
  title: z.string(),
  status: state,
  statusName: z.string(),
}

export const progress = {
  ...caseHead,
  version: z.int(),
  stages: z.array(z.object({ name: z.string(), state: z.enum(['done', 'current', 'todo']) })),
  waiting,
  timeline,
  rounds,
}

/** Why it came back or was refused, the last time; null where it never was. */
export const lastReason = z
  .object({
    status: state,
    statusName: z.string(),
    auditTime: z.string(),
    auditor: z.string(),
    reason: z.string(),
    items: z.array(z.object({ field: z.string(), label: z.string(), reason: z.string() })),
    deadline: z.string().nullable(),
  })
  .nullable()

export const decided = z.object({ id: z.int(), status: state, statusName: z.string(), version: z.int() })
