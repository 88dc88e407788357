import { z } from 'zod'
import { dutyCodes } from '#lib/access/duties.ts'
import type { Contract } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'

const duty = z.enum(dutyCodes, '不是有效的事项')
const duties = z.array(duty, '请选择可以办理的事项').min(1, '请至少选择一项').max(dutyCodes.length)
const name = text(30).min(1, '请填写姓名')
const dutyNames = z.array(z.string())

export const clerkStates = { invited: '已邀请', expired: '邀请已过期', active: '在办' } as const
const clerk = z.object({
  id: z.int(),
  version: z.int(),
  name: z.string(),
  /** Masked. */
  phone: z.string(),
  duties: z.array(duty),
  dutyNames,
  state: z.enum(['invited', 'expired', 'active']),
  stateName: z.string(),
  isOwner: z.boolean(),
  isSelf: z.boolean(),
  /** The invitation's, or that of its acceptance. */
  since: z.string(),
  lastSeenAt: z.string().nullable(),
})
const company = z.object({ id: z.int(), name: z.string() })

/** 经办人: people who act for a company, each with a login of their own. */
export const clerksContract = {
  'GET /member/clerk/list': {
    who: 'member',
    summary: '本单位的经办人：已邀请的和在办的',
    input: nothing,
    output: z.object({
      company,
      /** The login of the company itself; null where it was handed over. */
      ownLogin: z.object({ userName: z.string(), isSelf: z.boolean() }).nullable(),
      mayManage: z.boolean(),
      clerks: z.array(clerk),
    }),
  },
  'POST /member/clerk/invite': {
    who: 'member',
    duties: ['owner'],
    confirm: true,
    summary: '邀请一位同事办理本单位事务：以手机号为凭，对方用该手机号的账号登录后接受',
    input: z.object({ name, phone: text(30), duties }),
    output: z.object({ id: z.int() }),
    example: { name: '王敏', phone: '13900001236', duties: ['people'] },
  },
  'POST /member/clerk/change': {
    who: 'member',
    duties: ['owner'],
    confirm: true,
    summary: '修改一位经办人的称呼和可以办理的事项，立即生效',
    input: z.object({ id: int, version: int, name, duties }),
    output: z.object({ version: z.int() }),
    example: { id: 1, version: 1, name: '王敏', duties: ['people', 'finance'] },
  },
  'POST /member/clerk/end': {
    who: 'member',
    duties: ['owner'],
    summary: '撤回邀请，或让一位经办人不再办理本单位事务，立即生效',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'POST /member/clerk/handOver': {
    who: 'member',
    duties: ['owner'],
    confirm: true,
    summary: '把本单位账号移交给一位经办人：此后由其负责，单位原来的用户名不再能登录',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
  'GET /member/clerk/log': {
    who: 'member',
    duties: ['all'],
    summary: '本单位的操作记录：哪位同事、何时、做了什么',
    ...paged(
      { who: int.optional() },
      z.object({
        id: z.int(),
        at: z.string(),
        name: z.string(),
        userName: z.string(),
        action: z.string(),
        object: z.string(),
        device: z.string(),
      }),
    ),
  },
  'GET /member/clerk/mine': {
    who: 'member',
    self: true,
    summary: '我可以办理哪些单位的事务，以及等我答复的邀请',
    input: nothing,
    output: z.object({
      own: z.object({ id: z.int(), name: z.string(), userName: z.string(), kind: z.enum(['organisation', 'person']) }),
      companies: z.array(
        company.extend({ clerkId: z.int(), isOwner: z.boolean(), dutyNames, isOpen: z.boolean(), since: z.string() }),
      ),
      invitations: z.array(
        z.object({ id: z.int(), company: z.string(), by: z.string(), dutyNames, expiresOn: z.string() }),
      ),
    }),
  },
  'POST /member/clerk/answer': {
    who: 'member',
    self: true,
    summary: '接受或谢绝邀请；接受后即为该单位办理',
    input: z.object({ id: int, accept: z.boolean('应为 true 或 false') }),
    output: nothing,
    example: { id: 1, accept: true },
  },
  'POST /member/clerk/switch': {
    who: 'member',
    self: true,
    summary: '换一家单位办理，或回到自己的账号（companyId 为 null），不必退出登录',
    input: z.object({ companyId: int.nullable() }),
    output: nothing,
    example: { companyId: 12 },
  },
  'POST /member/clerk/leave': {
    who: 'member',
    self: true,
    summary: '不再担任一家单位的经办人；负责人须先移交',
    input: byId,
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
