import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, day, int, text } from '#lib/form/fields.ts'

const seatIds = z.array(int, '应为席位的列表').min(1, '请选择席位').max(1000, '一次最多 1000 席')

/** 通知信函: notices by post to seats that no message reaches. */
export const noticeLetterContract = {
  'GET /staff/meeting/letters': {
    who: 'staff:decide',
    summary: '手机和邮箱都没有、须以信函通知的席位：地址取自单位档案，是否已打印、何时寄出',
    input: byId,
    output: z.object({
      title: z.string(),
      meetsOn: z.string(),
      /** Null: the rule prescribes no days. */
      noticeDays: z.int().nullable(),
      /** Last day on which a letter is in time; null: none is prescribed. */
      sendBy: z.string().nullable(),
      isOpen: z.boolean(),
      list: z.array(
        z.object({
          seatId: z.int(),
          name: z.string(),
          attention: z.string(),
          postcode: z.string(),
          /** Empty: none is known, it is typed as the letter is printed. */
          address: z.string(),
          printedAt: z.string().nullable(),
          dispatchedOn: z.string().nullable(),
          dispatchNote: z.string(),
          lateReason: z.string(),
        }),
      ),
    }),
    example: { id: 1 },
  },
  'POST /staff/meeting/letters/print': {
    who: 'staff:decide',
    summary: '为所选席位准备通知信函；档案里没有地址的在这里补写；已寄出的不再改',
    maxBodyKb: 700,
    input: z.object({
      id: int,
      letters: z
        .array(
          z.object({ seatId: int, postcode: text(10).default(''), address: text(200).default('') }),
          '应为信函的列表',
        )
        .min(1, '请选择席位')
        .max(1000, '一次最多 1000 席'),
    }),
    output: z.object({ printed: z.int() }),
    example: { id: 1, letters: [{ seatId: 1, postcode: '310000', address: '浙江省杭州市示例路 1 号' }] },
  },
  'GET /staff/meeting/letters/file': {
    who: 'staff:decide',
    summary: '准备好的通知信函：一席一页，地址在开窗信封的窗口里（PDF）',
    input: byId,
    output: 'file',
    example: { id: 1 },
  },
  'GET /staff/meeting/letters/export': {
    who: 'staff:decide',
    confirm: true,
    summary: '通知信函的收件清单：地址、收件人、寄出日期和单号（XLSX）',
    input: byId,
    output: 'file',
    example: { id: 1 },
  },
  'POST /staff/meeting/letters/dispatch': {
    who: 'staff:decide',
    summary: '登记所选席位的通知信函何时寄出，通知的天数从这一天算起；不足规定天数的须写明理由',
    input: z.object({
      seatIds,
      dispatchedOn: day,
      note: text(100).default(''),
      lateReason: text(200).default(''),
    }),
    output: z.object({ dispatched: z.int() }),
    example: { seatIds: [1], dispatchedOn: '2026-11-20', note: '挂号 XA12345678944' },
  },
  'POST /staff/meeting/letters/recall': {
    who: 'staff:decide',
    summary: '撤回所选席位“已寄出”的登记',
    input: z.object({ seatIds }),
    output: z.object({ recalled: z.int() }),
    example: { seatIds: [1] },
  },
} as const satisfies Contract
