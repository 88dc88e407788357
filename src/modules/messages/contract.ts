import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int } from '#lib/fields.ts'
import { page, paging } from '#lib/paging.ts'
import { kindCodes } from './kinds.ts'

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
  /** What comes with it, to be fetched by the id of the message. */
  file: z.object({ name: z.string(), size: z.int() }).nullable(),
  isRead: z.boolean(),
  createTime: z.string(),
})
const unread = z.object({ unread: z.int() })

export const messagesContract = {
  'GET /member/message/list': {
    who: 'member',
    summary: '我的消息，新的在前；type 按类别筛选，read 为 0 只看未读、1 只看已读',
    input: z.object({
      ...paging,
      type: z.enum(kindCodes, '不是有效的消息类别').optional(),
      read: z.enum(['0', '1'], '应为 0（未读）或 1（已读）').optional(),
    }),
    output: page(message),
    example: { pageNum: 1, pageSize: 10, read: '0' },
  },
  'GET /member/message/file': {
    who: 'member',
    summary: '下载随消息发来的文件（如会费票据）；只有收到消息的账号能读',
    input: z.object({ id: int }),
    output: 'file',
    example: { id: 1 },
  },
  'GET /member/message/unread': {
    who: 'member',
    summary: '我的未读消息数',
    input: z.object({}),
    output: unread,
  },
  'POST /member/message/read': {
    who: 'member',
    summary: '将消息标为已读：ids 为其中几条，all 为全部；返回剩余未读数',
    input: z
      .object({
        ids: z.array(int, '应为消息编号的列表').min(1, '请选择消息').max(100, '一次最多标记 100 条').optional(),
        all: z.literal(true, '应为 true').optional(),
      })
      .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), '请指定 ids 或 all 其中之一'),
    output: unread,
    example: { all: true },
  },
} as const satisfies Contract
