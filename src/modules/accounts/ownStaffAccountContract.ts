import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'

const password = z.string('应为一段文字').max(1000, '过长')
/** Six digits of the second factor, or one of the recovery codes. */
const secondFactor = text(20)
/** A sign-in that is not over. */
export const session = z.object({
  id: z.int(),
  address: z.string(),
  device: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
})

/** Staff's own entrance: the session is in a cookie that no script can read, and never in an answer. */
export const ownStaffAccountContract = {
  'POST /staff/login': {
    who: 'anyone',
    summary: '工作人员登录：密码正确而账号启用了两步验证时，再带上动态验证码或备用码',
    input: z.object({
      account: text(60),
      password,
      code: secondFactor.optional(),
      captchaId: text(40).optional(),
      captcha: text(100).optional(),
    }),
    output: z.object({ next: z.enum(['code', 'enrol', 'done']) }),
    example: { account: 'admin', password: 'Hangxie-demo-2026' },
  },
  'POST /staff/logout': {
    who: 'staff',
    beforeEnrolling: true,
    whileLocked: true,
    summary: '工作人员退出登录',
    input: nothing,
    output: nothing,
  },
  'POST /staff/confirm': {
    who: 'staff',
    beforeEnrolling: true,
    whileLocked: true,
    summary: '再次输入密码，此后 10 分钟内可以进行重要操作；因久未操作而锁定的登录（code 423）由此继续',
    input: z.object({ password }),
    output: nothing,
    example: { password: 'Hangxie-demo-2026' },
  },
  'GET /staff/me': {
    who: 'staff',
    beforeEnrolling: true,
    summary: '当前登录的工作人员：姓名、角色、权限',
    input: nothing,
    output: z.object({
      id: z.int(),
      userName: z.string(),
      displayName: z.string(),
      roleNames: z.array(z.string()),
      permissions: z.array(z.string()),
      /** Permissions limited to some provinces or kinds of application; null: all of them. */
      limited: z.array(
        z.object({
          permission: z.string(),
          limits: z.array(z.object({ provinces: z.array(z.string()).nullable(), kindNames: z.string().nullable() })),
        }),
      ),
      /** Principals whose deputy the colleague is today. */
      standsInFor: z.array(z.object({ name: z.string(), toDay: z.string() })),
      /** Addresses of the menu's entries that stand on top of it. */
      favourites: z.array(z.string()),
      /** A second factor must be set up before any other call. */
      mustEnrol: z.boolean(),
      hasSecondFactor: z.boolean(),
      idleMinutes: z.int(),
    }),
  },
  'POST /staff/favourite/save': {
    who: 'staff',
    summary: '保存菜单里的常用页面：按顺序的地址，整份替换；跟随账号，换设备也在',
    input: z.object({
      routes: z
        .array(z.string('应为地址').regex(/^\/staff(\/[\w-]{1,40}){0,3}$/, '应为后台页面的地址'), '应为地址的列表')
        .max(20, '常用页面最多 20 个')
        .refine(routes => new Set(routes).size === routes.length, '同一个页面只能放一次'),
    }),
    output: nothing,
    example: { routes: ['/staff/members', '/staff/review'] },
  },
  'POST /staff/totp/begin': {
    who: 'staff',
    beforeEnrolling: true,
    confirm: true,
    summary: '开始启用（或更换）两步验证：得到密钥与二维码',
    input: nothing,
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST /staff/totp/enable': {
    who: 'staff',
    beforeEnrolling: true,
    confirm: true,
    summary: '以验证器显示的动态验证码启用两步验证，得到十个备用码，只显示这一次',
    input: z.object({ code: text(10) }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    example: { code: '204816' },
  },
  'POST /staff/entry/check': {
    who: 'anyone',
    summary: '一次性链接的用途：首位管理员、新同事设置密码、重设密码',
    limit: { name: 'staff/entry', max: 20, per: 600_000 },
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
    limit: { name: 'staff/entry', max: 20, per: 600_000 },
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
    output: nothing,
    example: { oldPwd: 'Hangxie-demo-2026', newPwd: 'qing chen de guolu', confirmPwd: 'qing chen de guolu' },
  },
  'GET /staff/session/list': {
    who: 'staff',
    summary: '自己现有的登录，最近使用的在前',
    input: nothing,
    output: z.array(session.extend({ current: z.boolean() })),
  },
  'POST /staff/session/end': {
    who: 'staff',
    summary: '结束自己的一个登录（id），或除当前外的全部（all）',
    input: z.object({ id: int.optional(), all: z.boolean().optional(), current: z.boolean().optional() }),
    output: z.object({ ended: z.int() }),
    example: { all: true },
  },
} as const satisfies Contract
