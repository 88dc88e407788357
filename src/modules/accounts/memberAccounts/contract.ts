import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, text } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { accountKindNames, accountStates, memberAccountFilters } from '../memberAccountFilters.ts'

const kind = z.enum(typedKeys(accountKindNames))
const status = z.enum(typedKeys(accountStates))

const row = z.object({
  id: z.int(),
  userName: z.string(),
  displayName: z.string(),
  kind,
  kindName: z.string(),
  status,
  statusName: z.string(),
  phone: z.string().nullable(),
  lastSignedInAt: z.string().nullable(),
  createdAt: z.string(),
})
const act = { id: int, version: int, reason: text(200).min(2, '请填写原因').prefault('') }
const done = z.object({ version: z.int() })

export const section: Section = { title: '会员账号' }

/** Members' accounts as staff see them: nobody but the owner ever sees or chooses a password. */
export const memberAccountContract = {
  'GET /staff/account/list': {
    who: 'staff:accounts',
    summary: '会员账号，新注册的在前；手机只显示一部分。可按类型、状态、最近登录和用户名、名称、手机号、信用代码筛选',
    ...registerList(memberAccountFilters, row),
    example: { kind: 'organisation', status: 'active', key: '清源', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/account/export': {
    who: 'staff:accounts',
    confirm: true,
    summary: '会员账号的导出（Excel），条件与列表相同',
    ...registerExport(memberAccountFilters),
    example: { kind: 'organisation' },
  },
  'GET /staff/account/detail': {
    who: 'staff:accounts',
    summary: '一个会员账号：现有的登录、办理过的事项',
    input: byId,
    output: row.extend({
      version: z.int(),
      email: z.string().nullable(),
      creditCode: z.string().nullable(),
      /** 待核实: it says that it is this company, and has not proved it. */
      claimedCode: z.string().nullable(),
      organisationId: z.int().nullable(),
      personId: z.int().nullable(),
      passwordChangedAt: z.string(),
      /** True while sign-in is blocked until the owner has set a new password. */
      mustReset: z.boolean(),
      sessions: z.array(
        z.object({
          id: z.int(),
          device: z.string(),
          address: z.string(),
          createdAt: z.string(),
          seenAt: z.string(),
        }),
      ),
      history: z.array(
        z.object({
          id: z.int(),
          actionName: z.string(),
          reason: z.string(),
          actorName: z.string(),
          at: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /staff/account/disable': {
    tells: true,
    who: 'staff:accounts',
    confirm: true,
    summary: '停用会员账号，附原因：不能再登录，已登录的立即结束（下一次请求得到 550）',
    input: z.object(act),
    output: done,
    example: { id: 1, version: 1, reason: '经核实冒用单位名义注册' },
  },
  'POST /staff/account/enable': {
    tells: true,
    who: 'staff:accounts',
    confirm: true,
    summary: '恢复停用的会员账号，附原因',
    input: z.object(act),
    output: done,
    example: { id: 1, version: 1, reason: '已补交证明' },
  },
  'POST /staff/account/endSessions': {
    who: 'staff:accounts',
    confirm: true,
    summary: '结束会员账号的全部登录，附原因；账号仍可重新登录',
    input: z.object(act),
    output: done.extend({ ended: z.int() }),
    example: { id: 1, version: 1, reason: '单位报告设备遗失' },
  },
  'POST /staff/account/reset': {
    tells: true,
    who: 'staff:accounts',
    confirm: true,
    summary:
      '为会员发起密码重设：原密码立即作废、登录全部结束，并以短信请本人通过“忘记密码”另设；工作人员看不到也不能设置密码',
    input: z.object(act),
    output: done,
    example: { id: 1, version: 1, reason: '单位来电要求' },
  },
} as const satisfies Contract
