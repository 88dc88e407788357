import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int, nothing, text } from '#lib/form/fields.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { colleagueFilters } from '../colleagueFilters.ts'
import { deputy } from '../deputies/contract.ts'
import { session } from '../ownStaffAccountContract.ts'

const colleague = {
  id: z.int(),
  userName: z.string(),
  displayName: z.string(),
  roles: z.array(z.string()),
  roleNames: z.array(z.string()),
  status: z.string(),
  statusName: z.string(),
  /** Masked. */
  phone: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  lastSignedInAt: z.string().nullable(),
}
const heldRoles = z.array(code, '应为角色的列表').max(20, '角色过多')
const email = z.union([z.literal(''), z.email('邮箱地址的格式不正确').max(254)]).optional()
const one = { id: int, version: int }
const changed = z.object({ version: z.int() })
/** Set only where neither an SMS nor a mail provider is configured; otherwise null. */
const link = z.string().nullable()

/** Colleagues, and what each of them may do. */
export const colleaguesContract = {
  'GET /staff/permission/list': {
    who: 'staff',
    summary: '权限表：每个角色有哪些权限，每个接口需要什么权限',
    input: nothing,
    output: z.object({
      roles: z.array(
        z.object({ code: z.string(), name: z.string(), may: z.array(z.string()), limits: z.array(z.string()) }),
      ),
      permissions: z.array(z.object({ code: z.string(), name: z.string() })),
      endpoints: z.array(
        z.object({
          key: z.string(),
          section: z.string(),
          summary: z.string(),
          who: z.string(),
          confirm: z.boolean(),
        }),
      ),
    }),
  },
  'GET /staff/colleague/list': {
    who: 'staff:accounts',
    summary: '工作人员账号，可按角色、状态、姓名筛选',
    ...registerList(colleagueFilters, z.object(colleague)),
    example: { role: 'reviewer', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/colleague/export': {
    who: 'staff:accounts',
    confirm: true,
    summary: '导出工作人员账号（Excel），条件和顺序与列表相同',
    ...registerExport(colleagueFilters),
    example: {},
  },
  'GET /staff/colleague/detail': {
    who: 'staff:accounts',
    summary: '一位工作人员：角色、两步验证、现有的登录',
    input: byId,
    output: z.object({
      ...colleague,
      email: z.string().nullable(),
      version: z.int(),
      createdAt: z.string(),
      isSelf: z.boolean(),
      hasPassword: z.boolean(),
      /** Deputy terms in which the colleague is either the deputy or the principal. */
      deputies: z.array(deputy),
      sessions: z.array(session),
    }),
    example: { id: 1 },
  },
  'POST /staff/colleague/invite': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '开通工作人员账号：本人凭短信或邮件中的一次性链接设置密码',
    input: z.object({
      userName: text(60),
      displayName: text(60),
      phone: text(30).default(''),
      email,
      roles: heldRoles,
    }),
    output: z.object({ id: z.int(), link }),
    example: { userName: 'wangmin', displayName: '王敏', phone: '13900001234', roles: ['reviewer'] },
  },
  'POST /staff/colleague/save': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '修改工作人员的姓名、联系方式与角色，立即生效',
    input: z.object({ ...one, displayName: text(60), phone: text(30).default(''), email, roles: heldRoles }),
    output: changed,
    example: { id: 1, version: 1, displayName: '王敏', roles: ['reviewer'] },
  },
  'POST /staff/colleague/disable': {
    who: 'staff:accounts',
    confirm: true,
    summary: '停用账号：现有的登录立即结束',
    input: z.object({ ...one, reason: text(200).min(1, '请填写原因') }),
    output: changed,
    example: { id: 1, version: 1, reason: '调离' },
  },
  'POST /staff/colleague/enable': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '恢复停用的账号',
    input: z.object(one),
    output: changed,
    example: { id: 1, version: 1 },
  },
  'POST /staff/colleague/reset': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '重设密码：原密码立即失效，本人凭一次性链接设置新密码',
    input: z.object(one),
    output: changed.extend({ link }),
    example: { id: 1, version: 1 },
  },
  'POST /staff/colleague/forgetTotp': {
    who: 'staff:accounts',
    confirm: true,
    secondPerson: { rule: 'roles' },
    summary: '取消两步验证：验证器与备用码都已丢失时，本人下次登录后重新启用',
    input: z.object(one),
    output: changed,
    example: { id: 1, version: 1 },
  },
  'POST /staff/colleague/endSessions': {
    who: 'staff:accounts',
    confirm: true,
    summary: '结束一位工作人员的全部登录',
    input: z.object(one),
    output: changed,
    example: { id: 1, version: 1 },
  },
} as const satisfies Contract
