import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, nothing, text } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { bulkIds, bulkResults } from '#lib/register/bulkContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { courseKind, courseStatus } from '#modules/training/courses/courseShape.ts'
import { courseFilters } from '../courseFilters.ts'
import { bulkActs } from './bulkActs.ts'

/** 草稿: nobody but staff has seen it yet. */
const status = z.enum(['draft', ...courseStatus.options], '不是有效的培训状态')

/** Actions on a course; `canDo` lists the currently possible ones. */
export const courseActs = ['publish', 'withdraw', 'close', 'reopen', 'quota', 'cancel', 'remove'] as const
export type CourseAct = (typeof courseActs)[number]

const seen = { id: int, version: int }
const done = z.object({ id: z.int(), version: z.int(), status, statusName: z.string() })
const reason = text(300).min(1, '请说明原因')

export const staffCourseContract = {
  'GET /staff/training/course/list': {
    who: 'staff:training',
    summary: '培训班列表，开班晚的在前，连同报名、候补、待缴费的人数',
    ...registerList(
      courseFilters,
      z.object({
        id: z.int(),
        title: z.string(),
        kind: z.string(),
        kindName: z.string(),
        batch: z.string(),
        status,
        statusName: z.string(),
        startDate: z.string(),
        endDate: z.string(),
        applyFrom: z.string(),
        applyDeadline: z.string(),
        city: z.string(),
        modeName: z.string(),
        quota: z.int(),
        enrolled: z.int(),
        waiting: z.int(),
        unpaid: z.int(),
        feeMember: z.number(),
        feeOther: z.number(),
      }),
    ),
    example: { status: 'open', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/training/course/years': {
    who: 'staff:training',
    summary: '有培训班的年份，近的在前',
    input: nothing,
    output: z.array(z.int()),
  },
  'GET /staff/training/course/export': {
    who: 'staff:training',
    summary: '按同样的筛选条件导出培训班（xlsx）',
    ...registerExport(courseFilters),
    example: { year: 2026 },
  },
  'GET /staff/training/course/blank': {
    who: 'staff:training',
    summary: '新培训班或活动的栏目和初值，按种类（kind）；from 为照抄的培训班，日期留空',
    input: z.object({ from: int.optional(), kind: courseKind.optional() }),
    output: z.object({ fields: z.array(formField).readonly(), values: formValues, files: z.array(storedFile) }),
    example: {},
  },
  'GET /staff/training/course/detail': {
    who: 'staff:training',
    summary: '一个培训班的全部设置、名额使用情况和现在可以办理的操作',
    input: byId,
    output: z.object({
      id: z.int(),
      title: z.string(),
      status,
      statusName: z.string(),
      version: z.int(),
      fields: z.array(formField).readonly(),
      values: formValues,
      files: z.array(storedFile),
      quota: z.int(),
      enrolled: z.int(),
      waiting: z.int(),
      unpaid: z.int(),
      registrations: z.int(),
      /** Number of refunds still owed for a cancelled course. */
      refundsDue: z.int(),
      /** The last moment at which one may apply. */
      applyUntil: z.string(),
      cancelReason: z.string(),
      /** Fields that must be filled in before publication. */
      missing: z.array(z.object({ name: z.string(), label: z.string(), section: z.string(), text: z.string() })),
      canDo: z.array(z.enum(courseActs)),
      changed: z.object({ actorName: z.string(), at: z.string() }).nullable(),
    }),
    example: { id: 1 },
  },
  'POST /staff/training/course/save': {
    sends: true,
    who: 'staff:training',
    summary:
      '新增培训班（草稿），或修改其中的若干栏；已公布的立即生效，名额增加的依次递补，时间或地点变化通知报名人和参训人员（tell 为 false 不通知）',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      form: formInput,
      tell: z.boolean('应为是或否').default(true),
    }),
    output: done,
    example: { id: 1, version: 3, form: { quota: 80 } },
  },
  'POST /staff/training/course/publish': {
    who: 'staff:training',
    summary: '公布培训班；缺少的内容逐项说明',
    input: z.object(seen),
    output: done,
    example: { id: 1, version: 1 },
  },
  'POST /staff/training/course/withdraw': {
    who: 'staff:training',
    summary: '撤下尚无人报名的培训班，恢复为草稿',
    input: z.object(seen),
    output: done,
    example: { id: 1, version: 2 },
  },
  'POST /staff/training/course/close': {
    who: 'staff:training',
    summary: '立即截止报名',
    input: z.object(seen),
    output: done,
    example: { id: 1, version: 2 },
  },
  'POST /staff/training/course/reopen': {
    who: 'staff:training',
    summary: '以新的截止日重新开放或延长报名',
    input: z.object({ ...seen, deadline: day }),
    output: done,
    example: { id: 1, version: 3, deadline: '2026-12-20' },
  },
  'POST /staff/training/course/actMany': {
    who: 'staff:training',
    summary: '批量公布、撤下、截止报名、改报名截止日：逐个按各自的状态办理，不能办理的说明原因',
    input: z.object({ ids: bulkIds, act: z.enum(bulkActs, '应为可以批量办理的事项'), deadline: day.nullish() }),
    output: bulkResults,
    example: { ids: [1, 2], act: 'close' },
  },
  'POST /staff/training/course/quota': {
    sends: true,
    who: 'staff:training',
    summary: '增减名额：不能少于已占用的，增加的依次递补给候补者',
    input: z.object({ ...seen, quota: int.max(5000, '名额不能超过 5000') }),
    output: done,
    example: { id: 1, version: 3, quota: 80 },
  },
  'POST /staff/training/course/cancel': {
    sends: true,
    who: 'staff:training',
    confirm: true,
    summary: '取消培训班：全部有效的报名随之取消并通知，已缴费的列入待退费',
    input: z.object({ ...seen, reason }),
    output: done,
    example: { id: 1, version: 4, reason: '报名人数不足' },
  },
  'POST /staff/training/course/remove': {
    who: 'staff:training',
    summary: '删除草稿',
    input: z.object(seen),
    output: nothing,
    example: { id: 1, version: 1 },
  },
} as const satisfies Contract
