import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'
import { documentBody } from '#modules/accounts/documents/contract.ts'
import { documentName } from '../accounts/ownAccountContract.ts'

const consent = z.object({
  document: z.string(),
  title: z.string(),
  version: z.string(),
  status: z.enum(['given', 'withdrawn']),
  statusName: z.string(),
  /** Time of the consent or its withdrawal. */
  at: z.string(),
  canWithdraw: z.boolean(),
  /** Address of the text that was agreed to, also of old versions; null where there is no text. */
  route: z.string().nullable(),
})

export const section: Section = { title: '个人信息' }

export const privacyContract = {
  'GET /member/privacy': {
    who: 'member',
    self: true,
    beforeConsent: true,
    summary: '我们保存了关于我的哪些信息：种类、数量、用途、保存多久',
    input: nothing,
    output: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        count: z.int(),
        purpose: z.string(),
        retention: z.string(),
      }),
    ),
  },
  'GET /member/privacy/export': {
    who: 'member',
    self: true,
    beforeConsent: true,
    summary: '下载我的全部信息：ZIP，内有可以阅读的 HTML、XLSX 和供程序读取的 JSON',
    input: nothing,
    output: 'file',
  },
  'GET /member/consent/list': {
    who: 'member',
    self: true,
    beforeConsent: true,
    summary: '我同意过的文件及现在的状态',
    input: nothing,
    output: z.array(consent),
  },
  'GET /member/consent/due': {
    who: 'member',
    self: true,
    beforeConsent: true,
    summary: '须重新同意的文件：改了什么，现行全文，以前同意的是哪一版',
    input: nothing,
    output: z.array(documentBody.extend({ agreedVersion: z.string().nullable() })),
  },
  'POST /member/consent/agree': {
    who: 'member',
    self: true,
    beforeConsent: true,
    summary: '同意隐私政策、用户协议的现行版本；在此之前，会员的其他操作答复 451',
    input: z.object({ agree: z.array(z.object({ document: documentName, version: text(20) })).max(10) }),
    output: nothing,
    example: { agree: [{ document: 'privacy', version: '2026-11' }] },
  },
  'POST /member/consent/withdraw': {
    who: 'member',
    self: true,
    summary: '撤回同意。撤回“公开展示”后，本人的条目立即不再出现在公开名单中',
    input: z.object({ document: text(40).min(1, '请选择要撤回的同意') }),
    output: z.array(consent),
    example: { document: 'publicDisclosure' },
  },
  'POST /member/privacy/delete': {
    who: 'member',
    self: true,
    beforeConsent: true,
    summary: '注销账号：须再次输入密码；有申请尚未办结时不能注销。会员登记和证书等依法留存的记录除外',
    input: z.object({
      /** As typed: leading and trailing spaces are significant. */
      password: z.string('应为一段文字').min(1, '请输入登录密码').max(1000, '过长'),
      reason: text(200).optional(),
    }),
    output: nothing,
    example: { password: 'Hangxie-demo-2026', reason: '不再使用' },
  },
} satisfies Contract
