import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, int, nothing, text } from '#lib/form/fields.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { on, row } from '../check/batchContract.ts'
import { keyStates, MAX_NUMBERS_PER_CALL, MAX_PER_DAY, MAX_PER_MINUTE } from './quota.ts'

const numbers = z
  .array(text(60), '应为证书编号的列表')
  .min(1, '请填写证书编号')
  .max(MAX_NUMBERS_PER_CALL, `一次最多 ${MAX_NUMBERS_PER_CALL} 个编号，请分几次查验`)

const quota = (most: number) => int.max(most, `不能超过 ${withCommas(most)} 个`)

/** Regulators and buyers ask for many certificates by a key of their own. */
export const keyedContract = {
  'POST /cert/verify/keyed': {
    who: 'anyone',
    summary: `持接口密钥的机构批量核验：请求头 Authorization: Bearer 密钥，一次最多 ${MAX_NUMBERS_PER_CALL} 个编号，按约定的每分钟和每天的额度；余额在 RateLimit 各响应头里。持证者看得到是哪个机构在查`,
    input: z.object({ numbers, on }),
    output: z.object({
      /** Name of the key holder, as shown to holders of certificates. */
      asker: z.string(),
      date: z.string(),
      checkedAt: z.string(),
      rows: z.array(row),
      /** Numbers that may still be asked for. */
      left: z.object({ minute: z.int(), day: z.int() }),
    }),
    example: { numbers: ['XH-AB01-A-2025-0012'], on: '2026-01-31' },
  },
} as const satisfies Contract

export const staffKeyedContract = {
  'GET /staff/verifyKey/list': {
    who: 'staff:certificates',
    summary: '查验接口密钥：发给谁、额度、用量、状态，新发的在前；不含密钥本身',
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          contact: z.string(),
          /** First characters of the key, to tell keys apart. */
          hint: z.string(),
          perMinute: z.int(),
          perDay: z.int(),
          expiresOn: z.string(),
          state: z.enum(keyStates),
          stateName: z.string(),
          issuedTime: z.string(),
          usedToday: z.int(),
          usedTotal: z.int(),
          lastUsedTime: z.string().nullable(),
        }),
      ),
    }),
  },
  'POST /staff/verifyKey/issue': {
    who: 'staff:certificates',
    confirm: true,
    summary: '发一个查验接口密钥；密钥只在这一次的回答里，协会只保存它的哈希',
    input: z.object({
      name: text(60).min(2, '请填写使用单位的名称').prefault(''),
      contact: text(100).min(2, '请填写联系人和联系方式').prefault(''),
      perMinute: quota(MAX_PER_MINUTE),
      perDay: quota(MAX_PER_DAY),
      expiresOn: day,
    }),
    output: z.object({ id: z.int(), key: z.string() }),
    example: {
      name: '某市市场监督管理局',
      contact: '王工 010-12345678',
      perMinute: 300,
      perDay: 20_000,
      expiresOn: '2027-12-31',
    },
  },
  'POST /staff/verifyKey/revoke': {
    who: 'staff:certificates',
    confirm: true,
    summary: '停用一个查验接口密钥：立即生效，不能恢复',
    input: z.object({ id: int }),
    output: nothing,
    example: { id: 1 },
  },
} as const satisfies Contract
