import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, text } from '#lib/form/fields.ts'
import { formInput } from '#lib/form/formContract.ts'
import { paged } from '#lib/paging.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { newsletterContent } from './contract.ts'
import { itemKinds, MAX_ITEMS, subscriberStates } from './newsletterWords.ts'
import { subscriberFilters } from './subscriberFilters.ts'

export const section: Section = { title: '简报与订阅' }

const item = z.object({ kind: z.enum(itemKinds, '应为 article 或 course'), id: int })
const offered = z.object({
  kind: z.enum(itemKinds),
  id: z.int(),
  title: z.string(),
  note: z.string(),
  /** It can be read on the site now; otherwise it is left out of what is sent. */
  isPublic: z.boolean(),
})
const row = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(['draft', 'sent']),
  items: z.int(),
  createdName: z.string(),
  updatedTime: z.string(),
  sentTime: z.string().nullable(),
  mailingId: z.int().nullable(),
})
const subscriber = z.object({
  id: z.int(),
  email: z.string(),
  isMember: z.boolean(),
  state: z.enum(subscriberStates),
  stateName: z.string(),
  since: z.string(),
  bounces: z.int(),
})
const seen = { id: int, version: int }

export const staffNewsletterContract = {
  'GET /staff/newsletter/list': {
    who: 'staff:messages',
    summary: '简报，新的在前',
    ...paged({}, row),
    example: { pageNum: 1 },
  },
  'GET /staff/newsletter/detail': {
    who: 'staff:messages',
    summary: '一期简报：栏目、所选的内容、将发到多少邮箱，以及邮件、纯文本和公众号草稿的样子',
    input: byId,
    output: row.extend({
      version: z.int(),
      form: z.object({ title: z.string(), intro: z.string() }),
      chosen: z.array(offered),
      content: newsletterContent,
      html: z.string(),
      text: z.string(),
      wechat: z.string(),
      /** Addresses that get it, and those left out because their last mails were refused. */
      reached: z.int(),
      bounced: z.int(),
      isMailOnlyWritten: z.boolean(),
    }),
    example: { id: 1 },
  },
  'GET /staff/newsletter/offer': {
    who: 'staff:messages',
    summary: '可以放进简报的内容：近期的文章和没有结束的培训班；key 在标题中查找',
    input: z.object({ key: text(50).optional() }),
    output: z.array(offered),
    example: { key: '培训' },
  },
  'POST /staff/newsletter/save': {
    who: 'staff:messages',
    summary: '新建或修改一期没有发出的简报',
    input: z.object({
      id: int.optional(),
      version: int.optional(),
      form: formInput,
      items: z.array(item).max(MAX_ITEMS, `最多 ${MAX_ITEMS} 项`),
    }),
    output: z.object(seen),
    example: { form: { title: '协会简报' }, items: [{ kind: 'article', id: 1 }] },
  },
  'POST /staff/newsletter/remove': {
    who: 'staff:messages',
    summary: '删除一期没有发出的简报',
    input: z.object(seen),
    output: z.object({}),
    example: { id: 1, version: 1 },
  },
  'POST /staff/newsletter/test': {
    who: 'staff:messages',
    summary: '试发给自己的邮箱；每小时最多 10 次',
    limit: { name: 'newsletter/test', max: 10, per: 3_600_000, by: 'account' },
    input: byId,
    output: z.object({ to: z.string() }),
    example: { id: 1 },
  },
  'POST /staff/newsletter/send': {
    who: 'staff:messages',
    confirm: true,
    secondPerson: { rule: 'newsletter' },
    summary: '把一期简报发到全部订阅的邮箱，并在网站上公开；此后不能修改，没有发完的可以在群发记录中停止',
    input: z.object(seen),
    output: z.object({ mailingId: z.int(), addresses: z.int() }),
    example: { id: 1, version: 1 },
  },
  'GET /staff/newsletter/subscribers': {
    who: 'staff:messages',
    summary: '订阅者；邮箱只显示一部分，可按完整的邮箱查找',
    ...registerList(subscriberFilters, subscriber),
    example: { state: 'confirmed', pageNum: 1 },
  },
  'GET /staff/newsletter/subscribers/export': {
    who: 'staff:messages',
    confirm: true,
    summary: '导出订阅者为 XLSX，邮箱只有一部分',
    ...registerExport(subscriberFilters),
    example: { state: 'confirmed' },
  },
  'POST /staff/newsletter/unsubscribe': {
    who: 'staff:messages',
    summary: '应本人的要求退订一个邮箱；只有本人能重新订阅',
    input: byId,
    output: z.object({}),
    example: { id: 1 },
  },
} as const satisfies Contract

export type SubscriberRow = z.infer<typeof subscriber>
