import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { code, int, text } from '#lib/form/fields.ts'
import { page, paging } from '#lib/paging.ts'

const password = z.string('应为一段文字').max(1000, '过长')
/** Six digits of the second factor, or one of the recovery codes. */
const secondFactor = text(20)

const filters = {
  role: code.optional(),
  status: z.enum(['active', 'disabled'], '应为 active 或 disabled').optional(),
  key: text(60).optional(),
}
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
const session = z.object({
  id: z.int(),
  address: z.string(),
  device: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
})
const heldRoles = z.array(code, '应为角色的列表').max(20, '角色过多')
const email = z.union([z.literal(''), z.email('邮箱地址的格式不正确').max(254)]).optional()
const one = { id: int, version: int }
const changed = z.object({ version: z.int() })
/** Only where no provider takes texts and mails out of the house. */
const link = z.string().nullable()

/** Staff's own entrance: the session is in a cookie that no script can read, and never in an answer. */
export const staffAccountsContract = {
  'POST /staff/login': {
    who: 'anyone',
    summary: '工作人员登录：密码正确而账号启用了两步验证时，再带上动态验证码或备用码',
    input: z.object({
      account: text(60),
      password,
      code: secondFactor.optional(),
      captchaId: text(40).optional(),
      captcha: text(10).optional(),
    }),
    output: z.object({ next: z.enum(['code', 'enrol', 'done']) }),
    example: { account: 'admin', password: 'Hangxie-demo-2026' },
  },
  'POST /staff/logout': {
    who: 'staff',
    summary: '工作人员退出登录',
    input: z.object({}),
    output: z.object({}),
  },
  'POST /staff/confirm': {
    who: 'staff',
    summary: '再次输入密码，此后 10 分钟内可以进行重要操作',
    input: z.object({ password }),
    output: z.object({}),
    example: { password: 'Hangxie-demo-2026' },
  },
  'GET /staff/me': {
    who: 'staff',
    summary: '当前登录的工作人员：姓名、角色、权限',
    input: z.object({}),
    output: z.object({
      id: z.int(),
      userName: z.string(),
      displayName: z.string(),
      roleNames: z.array(z.string()),
      permissions: z.array(z.string()),
      /** Nothing else may be done before. */
      mustEnrol: z.boolean(),
      hasSecondFactor: z.boolean(),
      idleMinutes: z.int(),
    }),
  },
  'POST /staff/totp/begin': {
    who: 'staff',
    confirm: true,
    summary: '开始启用（或更换）两步验证：得到密钥与二维码',
    input: z.object({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST /staff/totp/enable': {
    who: 'staff',
    confirm: true,
    summary: '以验证器显示的动态验证码启用两步验证，得到十个备用码，只显示这一次',
    input: z.object({ code: text(10) }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    example: { code: '204816' },
  },
  'POST /staff/entry/check': {
    who: 'anyone',
    summary: '一次性链接的用途：首位管理员、新同事设置密码、重设密码',
    input: z.object({ token: text(60) }),
    output: z.object({
      purpose: z.enum(['first', 'invitation', 'reset']),
      userName: z.string().nullable(),
      displayName: z.string().nullable(),
    }),
    example: { token: 'x' },
  },
  'POST /staff/entry/use': {
    who: 'anyone',
    summary: '凭一次性链接设置密码；首位管理员同时填写用户名与姓名',
    input: z.object({
      token: text(60),
      userName: text(60).optional(),
      displayName: text(60).optional(),
      newPwd: password,
      confirmPwd: password,
    }),
    output: z.object({ userName: z.string() }),
    example: { token: 'x', newPwd: 'qing chen de guolu', confirmPwd: 'qing chen de guolu' },
  },
  'POST /staff/password/change': {
    who: 'staff',
    summary: '凭原密码修改自己的密码，其他设备上的登录随之结束',
    input: z.object({ oldPwd: password, newPwd: password, confirmPwd: password }),
    output: z.object({}),
    example: { oldPwd: 'Hangxie-demo-2026', newPwd: 'qing chen de guolu', confirmPwd: 'qing chen de guolu' },
  },
  'GET /staff/session/list': {
    who: 'staff',
    summary: '自己现有的登录，最近使用的在前',
    input: z.object({}),
    output: z.array(session.extend({ current: z.boolean() })),
  },
  'POST /staff/session/end': {
    who: 'staff',
    summary: '结束自己的一个登录（id），或除当前外的全部（all）',
    input: z.object({ id: int.optional(), all: z.boolean().optional(), current: z.boolean().optional() }),
    output: z.object({ ended: z.int() }),
    example: { all: true },
  },
  'GET /staff/permission/list': {
    who: 'staff',
    summary: '权限表：每个角色有哪些权限，每个接口需要什么权限',
    input: z.object({}),
    output: z.object({
      roles: z.array(z.object({ code: z.string(), name: z.string(), may: z.array(z.string()) })),
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
    input: z.object({ ...filters, ...paging }),
    output: page(z.object(colleague)),
    example: { role: 'reviewer', pageNum: 1, pageSize: 20 },
  },
  'GET /staff/colleague/export': {
    who: 'staff:accounts',
    summary: '导出工作人员账号（Excel）',
    input: z.object(filters),
    output: 'file',
    example: {},
  },
  'GET /staff/colleague/detail': {
    who: 'staff:accounts',
    summary: '一位工作人员：角色、两步验证、现有的登录',
    input: z.object({ id: int }),
    output: z.object({
      ...colleague,
      email: z.string().nullable(),
      version: z.int(),
      createdAt: z.string(),
      isSelf: z.boolean(),
      hasPassword: z.boolean(),
      sessions: z.array(session),
    }),
    example: { id: 1 },
  },
  'POST /staff/colleague/invite': {
    who: 'staff:accounts',
    confirm: true,
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
    summary: '恢复停用的账号',
    input: z.object(one),
    output: changed,
    example: { id: 1, version: 1 },
  },
  'POST /staff/colleague/reset': {
    who: 'staff:accounts',
    confirm: true,
    summary: '重设密码：原密码立即失效，本人凭一次性链接设置新密码',
    input: z.object(one),
    output: changed.extend({ link }),
    example: { id: 1, version: 1 },
  },
  'POST /staff/colleague/forgetTotp': {
    who: 'staff:accounts',
    confirm: true,
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
