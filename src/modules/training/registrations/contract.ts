import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { formInput } from '#lib/form/formContract.ts'
import { bulkResults } from '#lib/register/bulkContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { registrationDetail, status } from '../enrolling/registrationShape.ts'
import { registrationFilters } from '../registrationFilters.ts'

const seen = { id: int, version: int }
const reason = text(300).min(1, '请说明原因')
const items = z.array(z.object(seen), '应为报名的列表').min(1, '请先选择报名').max(100, '一次最多处理 100 份')
const moved = z.object({ id: z.int(), status, statusName: z.string() })

export const staffRegistrationContract = {
  'GET /staff/training/registrations': {
    who: 'staff:enrolments',
    summary: '报名列表，新的在前；可按培训班、状态，以及报名编号、单位、联系人或参训人员的全名、联系人手机查找',
    ...registerList(
      registrationFilters,
      z.object({
        id: z.int(),
        number: z.string(),
        courseId: z.int(),
        courseTitle: z.string(),
        organisationName: z.string(),
        contactName: z.string(),
        channelName: z.string(),
        persons: z.int(),
        totalFee: z.number(),
        status,
        statusName: z.string(),
        refundDue: z.boolean(),
        submitTime: z.string(),
        /** Version of the application for a decision; null: there is nothing to decide. */
        version: z.int().nullable(),
      }),
    ),
    example: { status: 'submitted', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/training/registrations/courses': {
    who: 'staff:enrolments',
    summary: '有报名的培训班，开班晚的在前',
    input: nothing,
    output: z.array(z.object({ id: z.int(), title: z.string() })),
  },
  'GET /staff/training/registrations/export': {
    who: 'staff:enrolments',
    confirm: true,
    summary: '按同样的筛选条件导出报名（xlsx），手机号隐去中间',
    ...registerExport(registrationFilters),
    example: { courseId: 1 },
  },
  'GET /staff/training/registration': {
    who: 'staff:enrolments',
    summary: '一份报名的全部内容：参训人员（证件号码已遮盖）、缴费、办理记录、名额和候补情况',
    input: byId,
    output: registrationDetail,
    example: { id: 1 },
  },
  'POST /staff/training/registration/decide': {
    sends: true,
    who: 'staff:training',
    summary: '审核一份报名：通过、退回（可逐栏批注）或不予通过；version 为申请的版本',
    maxBodyKb: 128,
    input: z.object({
      ...seen,
      action: z.enum(['pass', 'return', 'reject'], '应为通过、退回或不予通过'),
      opinion: text(1000).default(''),
      remarks: z
        .array(z.object({ field: code, text: text(500).min(1, '请写明要求') }), '应为批注的列表')
        .max(40, '批注过多')
        .default([]),
    }),
    output: moved,
    example: { id: 1, version: 2, action: 'return', remarks: [{ field: 'participants', text: '第 2 人的照片不清晰' }] },
  },
  'POST /staff/training/registration/passMany': {
    tells: true,
    who: 'staff:training',
    confirm: true,
    summary: '批量通过待初审的报名；不能通过的逐份说明',
    input: z.object({ items }),
    output: bulkResults,
    example: { items: [{ id: 1, version: 2 }] },
  },
  'POST /staff/training/registration/payment': {
    sends: true,
    who: 'staff:finance',
    summary: '确认培训费到账，或退回缴费凭证；version 为申请的版本',
    input: z.object({
      ...seen,
      action: z.enum(['pass', 'return'], '应为到账或退回'),
      opinion: text(1000).default(''),
    }),
    output: moved,
    example: { id: 1, version: 4, action: 'pass' },
  },
  'POST /staff/training/registration/paymentMany': {
    tells: true,
    who: 'staff:finance',
    confirm: true,
    summary: '批量确认培训费到账；不能确认的逐份说明',
    input: z.object({ items }),
    output: bulkResults,
    example: { items: [{ id: 1, version: 4 }] },
  },
  'POST /staff/training/registration/removeParticipant': {
    tells: true,
    who: 'staff:training',
    confirm: true,
    summary: '从已确认的报名中去掉一名参训人员（id 为人员），空出的名额依次递补；去掉最后一名的，报名随之取消',
    input: z.object({ ...seen, reason }),
    output: moved,
    example: { id: 1, version: 1, reason: '本人因故不能参加' },
  },
  'POST /staff/training/registration/replaceParticipant': {
    tells: true,
    who: 'staff:training',
    summary: '把已确认的报名中的一名参训人员（id 为人员）换成另一人',
    input: z.object({ ...seen, reason, form: formInput }),
    output: moved,
    example: {
      id: 1,
      version: 1,
      reason: '岗位调整',
      form: { name: '李晓明', idType: 'passport', idNumber: 'E12345678', mobile: '13900001234' },
    },
  },
  'POST /staff/training/registration/reveal': {
    who: 'staff:training',
    confirm: true,
    summary: '查看联系人的手机号，或一名参训人员（participantId）的证件号码和手机号；记入审计日志',
    input: z.object({ id: int, participantId: int.optional() }),
    output: z.object({ idNumber: z.string(), mobile: z.string() }),
    example: { id: 1, participantId: 1 },
  },
} as const satisfies Contract
