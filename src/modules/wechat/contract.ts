import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { ticketStates } from './ticketStates.ts'

const secret = text(60).min(1, '缺少凭据')
const state = z.enum(ticketStates)
const begun = z.object({
  /** A picture, as a data address. */
  qr: z.string(),
  /** Stays in the browser that shows the code. */
  secret: z.string(),
  /** Shown beside the code, and typed on the phone. */
  number: z.string(),
  expiresAt: z.string(),
})
const bindings = z.object({
  isOffered: z.boolean(),
  bindings: z.array(z.object({ id: z.int(), name: z.string(), boundAt: z.string(), isFollowing: z.boolean() })),
})
const session = z.object({
  token: z.string(),
  expireAt: z.string(),
  needComplete: z.boolean(),
  member: z.object({ userName: z.string() }),
})
const choice = z.object({ id: z.int(), name: z.string(), userName: z.string() })

export const section: Section = { title: '微信' }

export const wechatContract = {
  'POST /wechat/signIn/start': {
    who: 'anyone',
    summary: '微信扫码登录：得到二维码，2 分钟内有效；secret 只留在显示二维码的浏览器',
    input: nothing,
    output: begun,
  },
  'POST /wechat/signIn/poll': {
    who: 'anyone',
    summary: '扫码登录到了哪一步；在手机上确认后，凭 secret 领取登录，只能领取一次',
    input: z.object({ secret }),
    output: z.object({ state, session: session.nullable() }),
    example: { secret: 'Jm0bNqR1vXw2Jm0bNqR1vXw2Jm0bNqR1vXw2' },
  },
  'POST /wechat/phone/show': {
    who: 'anyone',
    summary: '扫码的手机看到的：哪个网站、哪台设备、从哪里，以及可以登录的账号；link 来自微信里收到的链接',
    input: z.object({ link: secret }),
    output: z.object({
      purpose: z.enum(['bind', 'signIn']),
      siteName: z.string(),
      device: z.string(),
      address: z.string(),
      createdAt: z.string(),
      /** Account to bind, or the accounts to choose from at sign-in. */
      accounts: z.array(choice),
    }),
    example: { link: 'Jm0bNqR1vXw2Jm0bNqR1vXw2' },
  },
  'POST /wechat/phone/answer': {
    who: 'anyone',
    summary: '在手机上确认或拒绝：number 为电脑上二维码旁的两位数字，输错即作废；绑定了几个账号的选定一个',
    input: z.object({
      link: secret,
      accept: z.boolean('应为 true 或 false'),
      number: text(4).optional(),
      accountId: int.optional(),
    }),
    output: z.object({ state }),
    example: { link: 'Jm0bNqR1vXw2Jm0bNqR1vXw2', accept: true, number: '42' },
  },
  'POST /wechat/inside/start': {
    who: 'anyone',
    summary: '在微信内登录：得到微信授权的网址；secret 只留在这个浏览器',
    input: nothing,
    output: z.object({ url: z.string(), secret: z.string() }),
  },
  'POST /wechat/inside/finish': {
    who: 'anyone',
    summary: '在微信内登录：凭微信带回的 code、state 和自己的 secret；绑定了几个账号的先返回 accounts，选定后再次提交',
    input: z.object({ secret, state: secret, code: text(600).optional(), accountId: int.optional() }),
    output: z.object({ accounts: z.array(choice), session: session.nullable() }),
    example: { secret: 'Jm0bNqR1vXw2Jm0bNqR1vXw2', state: 'vXw2Jm0bNqR1vXw2Jm0bNqR1', code: '021aBc000' },
  },
  'GET /wechat/share': {
    who: 'anyone',
    summary: '微信内分享本站页面所需的 JS-SDK 配置：url 为当前页面的网址，只为本站的网址签名',
    input: z.object({ url: text(1000) }),
    output: z.object({ appId: z.string(), timestamp: z.int(), nonceStr: z.string(), signature: z.string() }),
    example: { url: 'https://example.com/admin/home' },
  },
  'GET /member/wechat/list': {
    who: 'member',
    self: true,
    summary: '本账号绑定的微信；openid 已遮挡',
    input: nothing,
    output: bindings,
  },
  'POST /member/wechat/bind': {
    who: 'member',
    self: true,
    summary: '绑定微信：凭本账号手机的验证码（scene 为 wechat）得到二维码',
    input: z.object({ code: text(20) }),
    output: begun,
    example: { code: '204816' },
  },
  'POST /member/wechat/poll': {
    who: 'member',
    self: true,
    summary: '绑定到了哪一步',
    input: z.object({ secret }),
    output: z.object({ state }),
    example: { secret: 'Jm0bNqR1vXw2Jm0bNqR1vXw2Jm0bNqR1vXw2' },
  },
  'POST /member/wechat/unbind': {
    who: 'member',
    self: true,
    summary: '解除一个微信的绑定：凭验证码，或在 10 分钟内输入过密码',
    input: z.object({ id: int, code: text(20).optional() }),
    output: nothing,
    example: { id: 1, code: '204816' },
  },
  'GET /staff/wechat/list': {
    who: 'staff',
    summary: '自己收消息的微信；openid 已遮挡。工作人员的微信只收消息，不能用来登录',
    input: nothing,
    output: bindings,
  },
  'POST /staff/wechat/bind': {
    who: 'staff',
    confirm: true,
    summary: '绑定收消息的微信：再次输入密码后得到二维码',
    input: nothing,
    output: begun,
  },
  'POST /staff/wechat/poll': {
    who: 'staff',
    summary: '绑定到了哪一步',
    input: z.object({ secret }),
    output: z.object({ state }),
    example: { secret: 'Jm0bNqR1vXw2Jm0bNqR1vXw2Jm0bNqR1vXw2' },
  },
  'POST /staff/wechat/unbind': {
    who: 'staff',
    confirm: true,
    summary: '解除一个微信的绑定',
    input: z.object({ id: int }),
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
