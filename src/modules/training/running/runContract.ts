import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { enrolmentStatuses } from '../enrolmentStatus.ts'
import { participantResults } from '../participantWords.ts'
import { checkInContract } from './checkInContract.ts'
import { roomContract } from './roomContract.ts'
import { seatingContract } from './seatingContract.ts'

/** Shared by the roster and its export. */
const filters = {
  courseId: int,
  checkedIn: z.enum(['1', '0'], '1 为已报到，0 为未报到').optional(),
  /** Part of its name. */
  organisation: text(60).optional(),
  /** Part of a name, or the end of a ticket number. */
  key: text(60).optional(),
}

const rosterRow = z.object({
  /** Participant id. */
  id: z.int(),
  registrationId: z.int(),
  registrationNumber: z.string(),
  name: z.string(),
  sexName: z.string(),
  organisationName: z.string(),
  /** Masked. */
  idNumber: z.string(),
  mobile: z.string(),
  levelName: z.string(),
  fareName: z.string(),
  examKindName: z.string(),
  /** Answers to the questions of the kind of event. */
  answers: z.array(z.object({ label: z.string(), text: z.string() })),
  stayName: z.string(),
  ticketNumber: z.string(),
  seat: z.string(),
  room: z.string(),
  checkedInAt: z.string().nullable(),
  checkedInBy: z.string(),
  result: z.enum(participantResults),
  status: z.enum(enrolmentStatuses),
  statusName: z.string(),
})

const run = z.object({
  id: z.int(),
  title: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  checkInDate: z.string(),
  place: z.string(),
  hotel: z.string(),
  statusName: z.string(),
  hasExam: z.boolean(),
  /** By its kind: an exam, or certificates. */
  mayHaveExam: z.boolean(),
  hasCertificates: z.boolean(),
  /** Names of those who take part and of their ticket. */
  people: z.string(),
  pass: z.string(),
  asksStay: z.boolean(),
  ticketsAt: z.string().nullable(),
  /** Check-in is possible today. */
  isCheckInDay: z.boolean(),
  sessions: z.array(z.object({ code: z.string(), name: z.string(), present: z.int() })),
  /** Persons, all counted from the register. */
  figures: z.object({
    confirmed: z.int(),
    checkedIn: z.int(),
    absent: z.int(),
    feeOpen: z.int(),
    ticketed: z.int(),
    seated: z.int(),
    staying: z.int(),
    lodged: z.int(),
  }),
})
export type Run = z.output<typeof run>

const runOnly = {
  'GET /staff/training/run': {
    who: 'staff:training',
    summary: '办班概况：已确认、已报到、未到、费用未清的人数，准考证、座位、住宿安排到了哪里',
    input: z.object({ courseId: int }),
    output: run,
    example: { courseId: 1 },
  },
  'GET /staff/training/roster': {
    who: 'staff:training',
    summary: '培训班名单：报名已确认的参训人员，可按是否报到、单位、姓名或准考证号筛选',
    ...paged(filters, rosterRow),
    example: { courseId: 1, checkedIn: '0', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/training/roster/export': {
    who: 'staff:training',
    confirm: true,
    summary: '按名单的筛选条件导出（Excel），证件号码和手机号隐去中间',
    input: z.object(filters),
    output: 'file',
    example: { courseId: 1 },
  },
  'GET /staff/training/roster/phones': {
    who: 'staff:training',
    confirm: true,
    summary: '按名单的筛选条件导出一个班的通讯录（Excel）：参训人员和报名联系人的完整手机；须写明用途，记入审计日志',
    input: z.object({ ...filters, purpose: text(200).min(4, '请写明用途，例如：通知改期') }),
    output: 'file',
    example: { courseId: 1, purpose: '通知改期' },
  },
  'GET /staff/training/roster/sheet': {
    who: 'staff:training',
    summary: '签到表（PDF）：一次课一份，或全部课次',
    input: z.object({ courseId: int, session: text(20).optional() }),
    output: 'file',
    example: { courseId: 1, session: '2026-11-21a' },
  },
  'GET /staff/training/tickets/preview': {
    who: 'staff:training',
    summary: '生成准考证会给多少人编号、通知多少份报名：其中站内消息、短信各多少，短信共多少条',
    input: z.object({ courseId: int }),
    output: z.object({
      people: z.int(),
      registrations: z.int(),
      messages: z.int(),
      texts: z.int(),
      /** Number of messages as billed by the provider; a long text counts as several. */
      smsParts: z.int(),
      /** Price in yuan. */
      textPrice: z.number().nullable(),
    }),
    example: { courseId: 1 },
  },
  'POST /staff/training/tickets/make': {
    tells: true,
    who: 'staff:training',
    confirm: true,
    summary: '生成准考证：给已确认而没有准考证号的人依次编号，并通知报名人；expected 为先前看到的人数，变了就不执行',
    input: z.object({ courseId: int, expected: z.coerce.number<number | string>('请先查看人数').int().min(0) }),
    output: z.object({ made: z.int(), total: z.int(), told: z.int() }),
    example: { courseId: 1, expected: 36 },
  },
  'GET /staff/training/tickets/file': {
    who: 'staff:training',
    summary: '准考证（PDF）：全班（供打印），或带数字签名的一份报名、一个人',
    input: z.object({ courseId: int.optional(), registrationId: int.optional(), participantId: int.optional() }),
    output: 'file',
    example: { courseId: 1 },
  },
} as const satisfies Contract

/** 办班: whatever happens between the last enrolment and the first score. */
export const staffRunContract = {
  ...runOnly,
  ...checkInContract,
  ...seatingContract,
  ...roomContract,
} as const satisfies Contract
