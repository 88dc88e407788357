import { z } from 'zod'
import type { Contract, Section } from '#lib/contract.ts'
import { int, nothing, text } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { caseLinkContract } from './caseLinkContract.ts'
import { kindCodes, mailCodes } from './messageKinds.ts'

const message = z.object({
  id: z.int(),
  type: z.enum(kindCodes),
  typeName: z.string(),
  title: z.string(),
  content: z.string(),
  /** The page that it is about. */
  route: z.string().nullable(),
  /** The record that it is about. */
  bizType: z.string().nullable(),
  bizId: z.int().nullable(),
  /** The record was deleted. */
  isGone: z.boolean(),
  /** Attachments, fetched by message id and file id. */
  files: z.array(z.object({ id: z.int(), name: z.string(), size: z.int() })),
  isRead: z.boolean(),
  createTime: z.string(),
})
/** A message about a case, beside it. */
export const caseMessage = message.pick({
  id: true,
  title: true,
  content: true,
  route: true,
  isRead: true,
  createTime: true,
})
const unread = z.object({ unread: z.int() })
const choice = z.object({
  kind: z.enum(kindCodes, '不是有效的消息类别'),
  sms: z.boolean('应为 true 或 false'),
  mail: z.enum(mailCodes, '应为 each、digest 或 off'),
  wechat: z.boolean('应为 true 或 false').optional(),
})
const choices = z.object({
  /**
   * Masked WeChat accounts that follow the service account; null: there is no service account, or it is not for staff.
   */
  wechats: z.array(z.string()).nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  kinds: z.array(choice.extend({ name: z.string(), wechat: z.boolean() })),
})

/** The same for members and for staff, each in their own inbox. */
const list = {
  summary: '我的消息，新的在前；type 按类别筛选，read 为 0 只看未读、1 只看已读，words 为标题或内容中的文字',
  ...paged(
    {
      type: z.enum(kindCodes, '不是有效的消息类别').optional(),
      read: z.enum(['0', '1'], '应为 0（未读）或 1（已读）').optional(),
      words: text(60).optional(),
    },
    message,
  ),
  example: { pageNum: 1, pageSize: 10, read: '0' },
}
const file = {
  summary: '下载随消息发来的文件（如会费票据）：fileId 为其中一个，不写为第一个；只有收到消息的账号能读',
  input: z.object({ id: int, fileId: int.optional() }),
  output: 'file',
  example: { id: 1, fileId: 1 },
} as const
const count = {
  passive: true,
  summary: '我的未读消息数；定时查询不延长登录',
  input: nothing,
  output: unread,
}
const read = {
  summary: '将消息标为已读：ids 为其中几条，all 为全部；isRead 为 false 时重新标为未读；返回剩余未读数',
  input: z
    .object({
      ids: z.array(int, '应为消息编号的列表').min(1, '请选择消息').max(100, '一次最多标记 100 条').optional(),
      all: z.literal(true, '应为 true').optional(),
      isRead: z.boolean('应为 true 或 false').default(true),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), '请指定 ids 或 all 其中之一')
    .refine(({ all, isRead }) => isRead || !all, '只能把选中的几条重新标为未读'),
  output: unread,
  example: { all: true },
}
const shown = {
  summary: '接收设置：每类消息是否发短信、微信，邮件怎样发；站内消息始终发送',
  input: nothing,
  output: choices,
}
const chosen = {
  summary: '修改接收设置；选了微信又选了短信的，先发微信，发不到才发短信；法规或期限要求告知的内容始终发短信',
  input: z.object({ choices: z.array(choice, '应为设置的列表').min(1, '请选择消息类别').max(20) }),
  output: choices,
  example: { choices: [{ kind: 'training', sms: false, mail: 'digest' }] },
}

export const section: Section = { title: '消息' }

export const messagesContract = {
  ...caseLinkContract,
  'GET /member/message/list': { who: 'member', ...list },
  'GET /member/message/file': { who: 'member', ...file },
  'GET /member/message/unread': { who: 'member', ...count },
  'POST /member/message/read': { who: 'member', duties: ['reading'], ...read },
  'GET /member/message/choices': { who: 'member', ...shown },
  'POST /member/message/choices': { who: 'member', ...chosen },
  'GET /staff/message/list': { who: 'staff', ...list },
  'GET /staff/message/file': { who: 'staff', ...file },
  'GET /staff/message/unread': { who: 'staff', ...count },
  'POST /staff/message/read': { who: 'staff', ...read },
  'GET /staff/message/choices': { who: 'staff', ...shown },
  'POST /staff/message/choices': { who: 'staff', ...chosen },
} as const satisfies Contract
