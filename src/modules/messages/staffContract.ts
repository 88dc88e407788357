import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { byId, int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { reachChannel, reachCounts, reachedRow } from '#lib/reachContract.ts'
import { registerExport, registerList } from '#lib/register/registerContract.ts'
import { countOf, staffMailingContract } from './mailingContract.ts'
import { outboxFilters } from './outboxFilters.ts'
import { channelCodes, outboxStates } from './outboxWords.ts'
import { staffSmsContract } from './smsContract.ts'

const code = text(60).regex(/^[\w.]+$/, '不是有效的模板代码')
const wording = {
  title: text(60).min(1, '请填写标题'),
  content: text(1000),
  sms: text(300),
}
const template = z.object({
  code: z.string(),
  name: z.string(),
  group: z.string(),
  isChanged: z.boolean(),
  version: z.int(),
  title: z.string(),
  content: z.string(),
  sms: z.string(),
  hasSms: z.boolean(),
  /** Cannot be switched off, nor its text be left empty; and to a phone alone. */
  mandatory: z.boolean(),
  smsOnly: z.boolean(),
  defaults: z.object({ title: z.string(), content: z.string(), sms: z.string() }),
  placeholders: z.array(z.object({ name: z.string(), sample: z.string() })),
  updatedName: z.string().nullable(),
  updatedAt: z.string().nullable(),
})

const channel = z.enum(['sms', 'mail'], '应为 sms 或 mail')
const sent = z.object({
  id: z.int(),
  channel: z.enum(channelCodes),
  channelName: z.string(),
  to: z.string(),
  subject: z.string(),
  isCode: z.boolean(),
  state: z.enum(outboxStates),
  stateName: z.string(),
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
})
const chosen = z
  .object({
    ids: z.array(int, '应为编号的列表').min(1, '请先选择').max(500, '一次最多 500 条').optional(),
    all: z.literal(true, '应为 true').optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), '请指定 ids 或 all 其中之一')

/** A call that sends, and what it would be given; for many records several times. */
const asked = {
  call: text(80),
  inputs: z
    .array(z.record(z.string().max(60), z.unknown(), '应为一组参数'), '应为列表')
    .min(1)
    .max(20, '一次最多 20 组'),
}

export const section: Section = { title: '消息管理' }

export const staffMessagesContract = {
  ...staffMailingContract,
  ...staffSmsContract,
  'POST /staff/reach': {
    who: 'staff',
    isQuestion: true,
    limit: { name: 'staff/reach', max: 120, per: 60_000, by: 'account' },
    summary:
      '办理前核对：一项操作（call，按 inputs 各办一次）会通知多少人、用什么渠道，通知不到的是谁；批量操作另写明有多少条（refused）会被拒绝；什么也不改，也不发出',
    input: z.object(asked),
    output: reachCounts.extend({ refused: z.int() }),
    example: { call: 'POST /staff/member/act', inputs: [{ id: 1, action: 'suspend' }] },
  },
  'POST /staff/reach/list': {
    who: 'staff',
    isQuestion: true,
    limit: { name: 'staff/reach', max: 120, per: 60_000, by: 'account' },
    summary: '办理前核对：某个渠道（channel）收得到的，或都收不到的（none），正是 POST /staff/reach 数的那些人；已遮挡',
    ...paged({ ...asked, channel: reachChannel }, reachedRow),
    example: { call: 'POST /staff/member/act', inputs: [{ id: 1, action: 'suspend' }], channel: 'none' },
  },
  'GET /staff/template/list': {
    who: 'staff:messages',
    summary: '消息模板：系统自动发送的消息的文字，可用的占位符与示例值',
    input: nothing,
    output: z.array(template),
  },
  'POST /staff/template/save': {
    who: 'staff:messages',
    summary: '修改一个模板的文字；占位符只能用列出的；version 为读到的版本',
    input: z.object({ code, version: z.coerce.number<number | string>('应为版本号').int().min(0), ...wording }),
    output: z.object({ version: z.int() }),
    example: { code: 'fee.reminder', version: 0, title: '会费提醒', content: '请缴纳会费', sms: '' },
  },
  'POST /staff/template/reset': {
    who: 'staff:messages',
    summary: '恢复一个模板的默认文字',
    input: z.object({ code, version: z.coerce.number<number | string>('应为版本号').int().min(0) }),
    output: z.object({ version: z.int() }),
    example: { code: 'fee.reminder', version: 1 },
  },
  'POST /staff/template/test': {
    who: 'staff:messages',
    summary: '把填入示例值的文字发到自己的手机或邮箱',
    input: z.object({ code, channel, ...wording }),
    output: z.object({ to: z.string() }),
    example: { code: 'fee.reminder', channel: 'sms', title: '会费提醒', content: '请缴纳会费', sms: '请缴纳会费' },
  },
  'GET /staff/outbox/list': {
    who: 'staff:messages',
    summary: '短信、邮件、微信与群机器人的发送记录，新的在前；接收人已遮挡，不含正文；words 为标题中的文字或手机尾号',
    ...registerList(outboxFilters, sent),
    example: { state: 'failed' },
  },
  'GET /staff/outbox/export': {
    who: 'staff:messages',
    confirm: true,
    summary: '导出发送记录为 XLSX，与列表的筛选完全一致，不含正文',
    ...registerExport(outboxFilters),
    example: { state: 'failed' },
  },
  'GET /staff/outbox/counts': {
    who: 'staff:messages',
    summary: '最近 14 天每天各状态的条数',
    input: nothing,
    output: z.array(z.object({ day: z.string(), ...countOf(outboxStates), total: z.int() })),
  },
  'POST /staff/outbox/resend': {
    who: 'staff:messages',
    confirm: true,
    summary: '重发失败或已停止的短信、邮件：其中几条，或全部失败的；验证码不重发',
    input: chosen,
    output: z.object({ count: z.int() }),
    example: { ids: [1] },
  },
  'POST /staff/outbox/stop': {
    who: 'staff:messages',
    summary: '停止尚未发出的短信、邮件',
    input: chosen,
    output: z.object({ count: z.int() }),
    example: { ids: [1] },
  },
  'POST /staff/outbox/test': {
    who: 'staff:setup',
    summary: '试发一条短信到自己的手机，或一封邮件到所填的邮箱，答复服务商怎么说；每小时最多 5 次',
    input: z.object({ channel, email: text(254).optional() }),
    output: z.object({ sent: z.boolean(), message: z.string() }),
    example: { channel: 'mail', email: 'office@example.com' },
  },
  'POST /staff/outbox/text': {
    who: 'staff:messages',
    confirm: true,
    summary: '查看一条短信或邮件的正文；验证码不予显示；记入审计日志',
    input: byId,
    output: z.object({ subject: z.string(), text: z.string() }),
    example: { id: 1 },
  },
} as const satisfies Contract
