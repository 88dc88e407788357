import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { storedFile } from '#modules/files/contract.ts'
import { steps } from '#modules/review/applicationShape.ts'
import { handoverFilters } from '../handoverFilters.ts'
import { handoverStates } from '../handoverStates.ts'

const handoverStatus = { status: z.enum(handoverStates), statusName: z.string() }

/** The ticket of a handover comes in the header `ticket`: it is no member's token. */
export const handoverContract = {
  'POST /handover/begin': {
    who: 'anyone',
    summary: '联系人变更：原联系人离职、手机停用时，由新联系人提出。返回办理编号，以及此后在请求头 ticket 中使用的凭据',
    limit: { name: 'handover/begin', max: 10, per: 3_600_000 },
    input: z.object({
      orgName: text(100),
      creditCode: text(40),
      contactName: text(60),
      position: text(60),
      phone: text(30),
      code: text(20),
    }),
    output: z.object({ number: z.string(), ticket: z.string() }),
    example: {
      orgName: '示例机电有限公司',
      creditCode: '91110105MA00DEM14D',
      contactName: '李晓明',
      position: '办公室主任',
      phone: '13900001234',
      code: '204816',
    },
  },
  'POST /handover/letter': {
    who: 'anyone',
    upload: true,
    summary: '联系人变更：上传盖章的变更函（PDF 或照片），请求头须带 ticket',
    limit: { name: 'handover/letter', max: 20, per: 3_600_000 },
    input: nothing,
    output: storedFile,
  },
  'POST /handover/submit': {
    who: 'anyone',
    summary: '联系人变更：提交变更函，请求头须带 ticket',
    input: z.object({ fileIds: z.array(int, '应为文件的列表').min(1, '请上传变更函').max(3, '最多 3 个文件') }),
    output: z.object({ number: z.string(), ...handoverStatus }),
    example: { fileIds: [1] },
  },
  'GET /handover/status': {
    who: 'anyone',
    summary: '联系人变更：办理到哪一步，请求头须带 ticket',
    input: nothing,
    output: z.object({
      number: z.string(),
      orgName: z.string(),
      contactName: z.string(),
      ...handoverStatus,
      /** Next step and who takes it. */
      next: z.string(),
      reason: z.string(),
      files: z.array(z.object({ id: z.int(), name: z.string() })),
      createdAt: z.string(),
    }),
  },
  'POST /handover/confirm': {
    who: 'anyone',
    summary: '联系人变更：单位的另一位联系人凭短信中的办理编号和确认码表示同意',
    limit: { name: 'handover/confirm', max: 10, per: 600_000 },
    input: z.object({ number: text(30), code: text(20) }),
    output: z.object({ confirmed: z.literal(true) }),
    example: { number: 'LX2026-000001', code: '204816' },
  },
} as const satisfies Contract

const handoverRow = z.object({
  id: z.int(),
  number: z.string(),
  orgName: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  position: z.string(),
  phone: z.string(),
  ...handoverStatus,
  /** The account that it is about; null where the organisation has none. */
  account: z.object({ userName: z.string(), orgName: z.string(), phone: z.string(), status: z.string() }).nullable(),
  /** Contact that receives the confirmation code. */
  second: z.object({ name: z.string(), roleName: z.string(), phone: z.string() }).nullable(),
  confirmedAt: z.string().nullable(),
  files: z.array(storedFile),
  reason: z.string(),
  createdAt: z.string(),
})

/**
 * Staff endpoints. Those who keep the register can read them; actions on an account need the permission to manage
 * accounts.
 */
export const staffHandoverContract = {
  'GET /staff/handover/list': {
    who: 'staff:members',
    summary: '联系人变更的办理列表，等得最久的在前；status 为某一状态、all 或 pending（未办结的，不给也是）',
    ...registerList(handoverFilters, handoverRow),
    example: { pageNum: 1, pageSize: 20 },
  },
  'GET /staff/handover/export': {
    who: 'staff:members',
    confirm: true,
    summary: '按列表的筛选条件导出联系人变更',
    ...registerExport(handoverFilters),
    example: { status: 'approved' },
  },
  'GET /staff/handover/detail': {
    who: 'staff:members',
    summary: '一件联系人变更：变更函、新旧联系人（手机只显示一部分）、第二联系人的确认、办理经过',
    input: byId,
    output: handoverRow.extend({
      /** The confirmation code has run out or was guessed at too often: it can be sent anew. */
      canResend: z.boolean(),
      /** Oldest first. */
      timeline: steps,
    }),
    example: { id: 1 },
  },
  'POST /staff/handover/freeze': {
    tells: true,
    who: 'staff:accounts',
    confirm: true,
    summary: '联系人变更：变更函属实则冻结账号、结束其登录，告知原手机和各联系人，向第二联系人发确认码',
    input: byId,
    output: z.object(handoverStatus),
    example: { id: 1 },
  },
  'POST /staff/handover/decide': {
    tells: true,
    who: 'staff:accounts',
    confirm: true,
    summary: '联系人变更：同意则账号改用新手机，密码须凭短信重设；不同意须说明理由，账号恢复原状',
    input: z.object({
      id: int,
      action: z.enum(['approve', 'reject'], '应为 approve 或 reject'),
      reason: text(500).default(''),
    }),
    output: z.object(handoverStatus),
    example: { id: 1, action: 'reject', reason: '变更函未盖公章' },
  },
} as const satisfies Contract
