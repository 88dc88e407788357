import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { documentCodes } from './documentNames.ts'

export const documentName = z.enum(documentCodes, '应为 privacy 或 terms')
/** Kept as typed, spaces included. The password rules report one that is too long. */
const password = z.string('应为一段文字').max(1000, '过长')
const code = text(20)
/** `captcha`: the answer to the question, or `work:COUNTER:KEY` of the work that was done. */
const captcha = { captchaId: text(40).optional(), captcha: text(100).optional() }

const codeRequest = {
  who: 'anyone',
  knowsMembers: true,
  self: true,
  input: z.object({
    phone: text(30).optional(),
    scene: z.string('不是有效的用途').max(20, '不是有效的用途'),
    ...captcha,
  }),
  /** Seconds: lifetime of the code, and the wait before the next one can be requested. */
  output: z.object({ expire: z.int(), interval: z.int() }),
  example: { phone: '13900001234', scene: 'register', captchaId: 'qR1vXw2Jm0bN', captcha: '12' },
} as const

const signedIn = z.object({
  /** Sent with every call in the header `token`. */
  token: z.string(),
  expireAt: z.string(),
  /** True while the account still has to state which organisation or person it belongs to. */
  needComplete: z.boolean(),
  member: z.object({ userName: z.string() }),
})

/** Signing in and registering, and what members do about their own account. */
export const ownAccountContract = {
  'GET /captcha': {
    who: 'anyone',
    summary:
      '人机验证：一份计算量（ALTCHA，PBKDF2），或一道文字算术题，5 分钟内任选一种交回一次；算术题每地址每小时 10 次',
    input: nothing,
    output: z.object({
      captchaId: z.string(),
      question: z.string(),
      work: z.object({
        parameters: z.object({
          algorithm: z.string(),
          nonce: z.string(),
          salt: z.string(),
          cost: z.int(),
          keyLength: z.int(),
          keyPrefix: z.string(),
          keySignature: z.string().optional(),
        }),
        signature: z.string().optional(),
      }),
    }),
  },
  'POST /login': {
    who: 'anyone',
    summary: '登录：用户名、手机号或统一社会信用代码，加密码。连续失败后需要人机验证',
    input: z.object({ account: text(60), password, ...captcha }),
    output: signedIn,
    example: { account: 'qingyuan', password: 'Hangxie-demo-2026' },
  },
  'POST /register': {
    who: 'anyone',
    summary: '注册单位或个人账号，成功后即已登录',
    input: z.object({
      accountType: z.enum(['organisation', 'person'], '应为 organisation 或 person'),
      userName: text(60),
      phone: text(30),
      code,
      password,
      /** For organisations only. */
      orgName: text(100).optional(),
      creditCode: text(40).optional(),
      /** For persons only. */
      realName: text(60).optional(),
      agree: z.array(z.object({ document: documentName, version: text(20) })).max(10),
    }),
    output: signedIn,
    example: {
      accountType: 'person',
      userName: 'lixiaoming',
      phone: '13900001234',
      code: '204816',
      password: 'qing chen de guolu',
      realName: '李晓明',
      agree: [
        { document: 'privacy', version: '2026-11' },
        { document: 'terms', version: '2026-11' },
      ],
    },
  },
  'POST /logout': {
    who: 'member',
    self: true,
    beforeConsent: true,
    summary: '退出登录：令牌立即失效',
    input: nothing,
    output: nothing,
  },
  'POST /pwd/resetByCode': {
    who: 'anyone',
    summary:
      '用短信验证码重设密码，所有设备上的登录随之结束；办理单位事务的账号还须统一社会信用代码和单位邮箱的验证码（mailCode 留空时发送）',
    input: z.object({
      phone: text(30),
      code,
      newPwd: password,
      confirmPwd: password,
      creditCode: text(40).default(''),
      mailCode: text(20).default(''),
    }),
    output: nothing,
    example: { phone: '13900001234', code: '204816', newPwd: 'qing chen de guolu', confirmPwd: 'qing chen de guolu' },
  },
  'GET /member/getCode': { ...codeRequest, summary: '获取短信验证码：须带令牌，或由本站页面发起' },
  'POST /member/getCode': { ...codeRequest, summary: '获取短信验证码；手机号不出现在网址中' },
  'GET /member/account': {
    who: 'member',
    self: true,
    summary: '账号安全概况',
    input: nothing,
    output: z.object({
      userName: z.string(),
      kind: z.enum(['organisation', 'person']),
      kindName: z.string(),
      /** Masked; null where none is on record. */
      phone: z.string().nullable(),
      email: z.string().nullable(),
      createdAt: z.string(),
      passwordChangedAt: z.string(),
      lastSignedInAt: z.string().nullable(),
    }),
  },
  'POST /member/changePhone': {
    who: 'member',
    self: true,
    summary: '更换手机号：原手机和新手机各收一个验证码，其他设备上的登录随之结束',
    input: z.object({ code, newPhone: text(30), newCode: code }),
    output: z.object({ phone: z.string() }),
    example: { code: '204816', newPhone: '13900001235', newCode: '731904' },
  },
  'POST /member/changePwd': {
    who: 'member',
    self: true,
    summary: '凭原密码修改密码，其他设备上的登录随之结束',
    input: z.object({ oldPwd: password, newPwd: password, confirmPwd: password }),
    output: nothing,
    example: { oldPwd: 'Hangxie-demo-2026', newPwd: 'qing chen de guolu', confirmPwd: 'qing chen de guolu' },
  },
  'POST /member/changePwdByCode': {
    who: 'member',
    self: true,
    summary: '凭本账号手机的验证码修改密码，其他设备上的登录随之结束',
    input: z.object({ phone: text(30), code, newPwd: password, confirmPwd: password }),
    output: nothing,
    example: { phone: '13900001234', code: '204816', newPwd: 'qing chen de guolu', confirmPwd: 'qing chen de guolu' },
  },
  'POST /member/confirm': {
    who: 'member',
    self: true,
    summary: '再次输入密码，此后 10 分钟内可以进行重要操作',
    input: z.object({ password }),
    output: nothing,
    example: { password: 'Hangxie-demo-2026' },
  },
  'GET /member/session/list': {
    who: 'member',
    self: true,
    summary: '本账号现有的登录，最近使用的在前',
    input: nothing,
    output: z.array(
      z.object({
        id: z.int(),
        /** The one that asks. */
        current: z.boolean(),
        createdAt: z.string(),
        seenAt: z.string(),
        address: z.string(),
        device: z.string(),
      }),
    ),
  },
  'POST /member/session/end': {
    who: 'member',
    self: true,
    summary: '结束一个登录（id），或全部退出（all）；后者默认保留当前的，加 current 则连同当前的',
    input: z.object({ id: int.optional(), all: z.boolean().optional(), current: z.boolean().optional() }),
    output: z.object({ ended: z.int() }),
    example: { all: true },
  },
} as const satisfies Contract
