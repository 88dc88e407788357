import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { subscriberStates } from './newsletterWords.ts'

export const section: Section = { title: '简报' }

const key = text(60).min(1, '链接不完整')
const issue = z.object({ id: z.int(), title: z.string(), publishTime: z.string() })
export const newsletterContent = z.object({
  title: z.string(),
  intro: z.string(),
  groups: z.array(
    z.object({
      heading: z.string(),
      items: z.array(z.object({ title: z.string(), text: z.string(), note: z.string(), path: z.string() })),
    }),
  ),
})
const subscription = z.object({ email: z.string(), state: z.enum(subscriberStates), stateName: z.string() })

export const newsletterContract = {
  'GET /newsletter/list': {
    who: 'anyone',
    summary: '已发出的简报，新的在前',
    ...paged({}, issue),
    example: { pageNum: 1 },
  },
  'GET /newsletter/detail': {
    who: 'anyone',
    summary: '一期已发出的简报，内容与发出时相同',
    input: byId,
    output: issue.extend({ content: newsletterContent }),
    example: { id: 1 },
  },
  'POST /newsletter/subscribe': {
    who: 'anyone',
    summary:
      '订阅简报：向邮箱发一封确认邮件，点其中的链接才算订阅；无论这个邮箱是否已订阅，答复都相同；每地址每小时 5 次，每邮箱每天 3 封',
    limit: { name: 'newsletter/subscribe', max: 5, per: 3_600_000 },
    input: z.object({
      email: z.string().max(200).default(''),
      agree: z.boolean('应为 true 或 false').default(false),
      captchaId: text(40).optional(),
      captcha: text(100).optional(),
    }),
    output: nothing,
    example: { email: 'reader@example.com', agree: true, captchaId: 'qR1vXw2Jm0bN', captcha: '12' },
  },
  'POST /newsletter/subscription': {
    who: 'anyone',
    isQuestion: true,
    summary: '邮件中的链接（key）属于哪个订阅：邮箱的一部分和状态',
    limit: { name: 'newsletter/key', max: 60, per: 3_600_000 },
    input: z.object({ key }),
    output: subscription,
    example: { key: 'x' },
  },
  'POST /newsletter/confirm': {
    who: 'anyone',
    summary: '确认订阅，或在退订后 7 天内撤回退订',
    limit: { name: 'newsletter/key', max: 60, per: 3_600_000 },
    input: z.object({ key }),
    output: subscription,
    example: { key: 'x' },
  },
  'POST /newsletter/leave': {
    who: 'anyone',
    summary: '退订简报',
    limit: { name: 'newsletter/key', max: 60, per: 3_600_000 },
    input: z.object({ key }),
    output: subscription,
    example: { key: 'x' },
  },
  'GET /member/newsletter': {
    who: 'member',
    self: true,
    summary: '本账号是否订阅简报，发到哪个邮箱',
    input: nothing,
    output: z.object({ isOn: z.boolean(), email: z.string().nullable() }),
  },
  'POST /member/newsletter': {
    who: 'member',
    self: true,
    summary: '用本账号登记的邮箱订阅简报，或退订',
    input: z.object({ isOn: z.boolean('应为 true 或 false') }),
    output: z.object({ isOn: z.boolean(), email: z.string().nullable() }),
    example: { isOn: true },
  },
} as const satisfies Contract
