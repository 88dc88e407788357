import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, code, int, province, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { reachChannel, reachCounts, reachedRow, reachInput } from '#lib/reachContract.ts'
import { idList } from '#lib/register/registerContract.ts'
import { enrolmentStateCodes } from './audienceWords.ts'
import { MAX_FILES } from './mailingFiles.ts'
import { deliveryStates, mailingStates } from './outboxWords.ts'

const audience = {
  /** Members, holders whose certificate ends soon, those on a course: as the modules have it that know them. */
  audience: code.default('members'),
  /** Maximum days until expiry, for certificate holders. */
  days: int.min(1, '至少 1 天').max(366, '最多 366 天').optional(),
  courseId: int.optional(),
  /** Enrolment state, for a course; absent: everybody who has a place. */
  standing: z.enum(enrolmentStateCodes, '没有这一类报名').optional(),
  trade: code.optional(),
  kind: z.enum(['organisation', 'person'], '应为 organisation 或 person').optional(),
  levelCode: int.optional(),
  provinceCode: province.optional(),
  unpaid: z.enum(['1'], '应为 1').optional(),
  /** Rows selected in a register, in place of the filters above or narrowed by them. */
  register: text(40).optional(),
  ids: idList.optional(),
}
const texts = {
  title: text(60).min(1, '请填写标题'),
  content: text(1000).min(1, '请填写站内消息的内容'),
  /** A variable of the provider's template, which takes no more (Alibaba Cloud, 申请短信模板: 1 to 35 characters). */
  sms: text(35).default(''),
}
const extras = {
  mail: z.boolean('应为 true 或 false').default(false),
  fileIds: z.array(int, '应为文件编号的列表').max(MAX_FILES, `最多 ${MAX_FILES} 个附件`).default([]),
}

const option = z.object({ code: z.string(), name: z.string() })
const reach = {
  people: z.int(),
  phones: z.int(),
  mails: z.int(),
  /** Price of one text in yuan. */
  textPrice: z.number().nullable(),
  words: z.string(),
}
export const countOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map(name => [name, z.int()])) as Record<Name, z.ZodInt>
const states = z.object(countOf(deliveryStates))
const mailing = z.object({
  id: z.int(),
  title: z.string(),
  audience: z.string(),
  createdName: z.string(),
  createdAt: z.string(),
  /** Planned time of sending; null: at once. */
  scheduledFor: z.string().nullable(),
  state: z.enum(mailingStates),
  stateName: z.string(),
  total: z.int(),
  told: z.int(),
  sms: z.boolean(),
  mail: z.boolean(),
})

/** A message to many: to whom, what it says, when it goes, and what became of it. */
export const staffMailingContract = {
  'GET /staff/mailing/audience': {
    who: 'staff:messages',
    summary:
      '群发对象：会员（按类别、级别、地区、行业、是否欠缴）、证书在若干天内到期的持证者、报名某个培训班的（standing：已报名成功、候补、待缴费、未报到），或在名册（register）里选出的（ids）记录背后的账号数，其中有手机、邮箱的',
    input: z.object(audience),
    output: z.object({
      ...reach,
      audiences: z.array(option),
      levels: z.array(option),
      trades: z.array(option),
      courses: z.array(option),
      /** Placeholders that may stand in braces, each with a sample. */
      placeholders: z.array(z.object({ name: z.string(), sample: z.string() })),
    }),
    example: { levelCode: 10 },
  },
  'POST /staff/mailing/preview': {
    who: 'staff:messages',
    summary: '群发前核对：人数、短信条数与单价，各占位符对多少人没有内容，以及第一个人会看到的文字',
    input: z.object({
      ...audience,
      title: text(60).default(''),
      content: text(1000).default(''),
      sms: texts.sms,
      mail: extras.mail,
    }),
    output: z.object({
      ...reach,
      reach: reachCounts,
      smsParts: z.int(),
      missing: z.array(z.object({ name: z.string(), count: z.int(), examples: z.array(z.string()) })),
      sample: z.object({ name: z.string(), title: z.string(), content: z.string(), sms: z.string() }).nullable(),
    }),
    example: { levelCode: 10, title: '通知', content: '{名称}：请参加年会' },
  },
  'GET /staff/mailing/reach': {
    who: 'staff:messages',
    summary: '群发前核对：某个渠道（channel）收得到的，或都收不到的（none），正是预览里的那些人；号码和邮箱已遮挡',
    ...paged({ ...audience, ...reachInput, channel: reachChannel }, reachedRow),
    example: { levelCode: 10, channel: 'none' },
  },
  'GET /staff/mailing/addresses': {
    who: 'staff:messages',
    confirm: true,
    summary: '导出群发都收不到的单位的通讯地址（XLSX），供寄信；记入审计日志',
    input: z.object({ ...audience, ...reachInput }),
    output: 'file',
    example: { levelCode: 10 },
  },
  'POST /staff/mailing/trial': {
    who: 'staff:messages',
    summary: '试发给自己：按第一个收件人的内容填好，站内消息，以及填写了的短信、选了的邮件；每小时最多 10 次',
    input: z.object({ ...audience, ...texts, ...extras }),
    output: z.object({ to: z.string() }),
    example: { title: '通知', content: '{名称}：请参加年会' },
  },
  'POST /staff/mailing/send': {
    who: 'staff:messages',
    confirm: true,
    summary:
      '群发消息：站内消息，可同时发短信、邮件，可带几个附件（合计不超过 20 MB）；at 为定时发送的时间；占位符在发出时填入；expected 为先前看到的账号数，变了就不发',
    input: z.object({
      ...audience,
      ...texts,
      ...extras,
      at: z.iso.datetime({ offset: true, error: '应为时间，例如 2026-01-31T09:00:00+08:00' }).nullish(),
      expected: z.coerce.number<number | string>('请先查看人数').int().min(0),
    }),
    output: z.object({ id: z.int() }),
    example: { levelCode: 10, title: '通知', content: '请参加年会', expected: 20 },
  },
  'GET /staff/mailing/list': {
    who: 'staff:messages',
    summary: '群发记录与进度，新的在前',
    ...paged({}, mailing),
    example: { pageNum: 1 },
  },
  'GET /staff/mailing/detail': {
    who: 'staff:messages',
    summary: '一次群发的文字、附件与送达：通知到多少账号、多少已读，短信与邮件各状态的条数',
    input: byId,
    output: mailing.extend({
      content: z.string(),
      smsText: z.string(),
      files: z.array(z.object({ name: z.string(), size: z.int() })),
      read: z.int(),
      texts: states,
      mails: states,
    }),
    example: { id: 1 },
  },
  'POST /staff/mailing/stop': {
    who: 'staff:messages',
    summary: '停止一次群发，或取消定时的：尚未通知到的不再通知',
    input: byId,
    output: z.object({ told: z.int() }),
    example: { id: 1 },
  },
} as const satisfies Contract
