import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'

const token = z
  .string('应为准考证二维码中的内容')
  .regex(/^[\w-]{22}$/, '这不是准考证的二维码')
  .optional()
const session = z
  .string('应为课次代码')
  .regex(/^\d{4}-\d\d-\d\d[abc]$/, '不是有效的课次')
  .optional()
const whom = { token, participantId: int.optional(), courseId: int.optional(), session }

const card = z.object({
  participantId: z.int(),
  courseId: z.int(),
  courseTitle: z.string(),
  name: z.string(),
  sexName: z.string(),
  organisationName: z.string(),
  photoUrl: z.string().nullable(),
  ticketNumber: z.string(),
  seat: z.string(),
  room: z.string(),
  feeName: z.string(),
  feeOpen: z.boolean(),
  /** Time and user of the check-in, or of the recorded attendance if a session is given. */
  doneAt: z.string().nullable(),
  doneBy: z.string(),
  /** Why this person cannot be checked in; empty: they can. */
  problem: z.string(),
  sessionName: z.string(),
})
export type CheckInCard = z.output<typeof card>

const found = z.object({
  id: z.int(),
  name: z.string(),
  organisationName: z.string(),
  ticketNumber: z.string(),
  courseId: z.int(),
  courseTitle: z.string(),
  isCheckedIn: z.boolean(),
})
const last = z.object({
  id: z.int(),
  name: z.string(),
  organisationName: z.string(),
  seat: z.string(),
  at: z.string(),
  by: z.string(),
})

const attendanceFilters = { courseId: int, key: text(60).optional(), organisation: text(60).optional() }
const attendanceRow = z.object({
  id: z.int(),
  name: z.string(),
  organisationName: z.string(),
  ticketNumber: z.string(),
  isCheckedIn: z.boolean(),
  /** The codes of the sessions at which this person was. */
  present: z.array(z.string()),
  /** Attendance in percent of the past sessions; null: none yet. */
  rate: z.int().nullable(),
})

/** 报到 and 考勤. */
export const checkInContract = {
  'GET /staff/training/checkIn/courses': {
    who: 'staff:training',
    summary: '今天可以报到的培训班和课次',
    input: nothing,
    output: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        sessions: z.array(z.object({ code: z.string(), name: z.string(), isToday: z.boolean() })),
      }),
    ),
  },
  'GET /staff/training/checkIn/look': {
    who: 'staff:training',
    summary: '看一个人能否报到（不会报到）：凭准考证二维码或参训人员编号',
    input: z.object(whom),
    output: card,
    example: { participantId: 1 },
  },
  'GET /staff/training/checkIn/find': {
    who: 'staff:training',
    summary: '按准考证号、准考证号末几位或姓名找人，至多 20 人',
    input: z.object({ courseId: int.optional(), key: text(30).min(1, '请输入准考证号、末几位或姓名') }),
    output: z.array(found),
    example: { key: '0003' },
  },
  'GET /staff/training/checkIn/last': {
    who: 'staff:training',
    summary: '最近报到（或一次课最近签到）的十人',
    input: z.object({ courseId: int, session }),
    output: z.array(last),
    example: { courseId: 1 },
  },
  'POST /staff/training/checkIn': {
    who: 'staff:training',
    summary: '确认报到，或记一次课的出勤；重复确认不会重复记录',
    input: z.object(whom),
    output: card.extend({ isNew: z.boolean() }),
    example: { participantId: 1 },
  },
  'POST /staff/training/checkIn/undo': {
    who: 'staff:training',
    summary: '撤销报到，说明原因',
    input: z.object({ participantId: int, reason: text(200).min(1, '请填写撤销报到的原因') }),
    output: z.object({ participantId: z.int() }),
    example: { participantId: 1, reason: '扫错了人' },
  },
  'GET /staff/training/attendance': {
    who: 'staff:training',
    summary: '考勤：每人到过哪些课次，出勤率多少',
    ...paged(attendanceFilters, attendanceRow),
    example: { courseId: 1, pageNum: 1, pageSize: 20 },
  },
  'GET /staff/training/attendance/export': {
    who: 'staff:training',
    summary: '按列表的筛选条件导出考勤（Excel）',
    input: z.object(attendanceFilters),
    output: 'file',
    example: { courseId: 1 },
  },
  'POST /staff/training/attendance': {
    who: 'staff:training',
    summary: '登记或取消若干人一次课的出勤',
    input: z.object({
      courseId: int,
      session: z.string('应为课次代码').max(20, '不是有效的课次'),
      participantIds: z.array(int).min(1, '请选择参训人员').max(1000, '一次最多 1000 人'),
      isPresent: z.boolean('应为是否到课'),
    }),
    output: z.object({ changed: z.int() }),
    example: { courseId: 1, session: '2026-11-21a', participantIds: [1], isPresent: true },
  },
} as const satisfies Contract
