import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { text } from '#lib/fields.ts'

const password = z.string('应为一段文字').max(1000, '过长')
/** Six digits of the second factor, or one of the recovery codes. */
const secondFactor = text(20)

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
} as const satisfies Contract
