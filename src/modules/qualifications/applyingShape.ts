import { z } from 'zod'
import { int, text } from '#lib/form/fields.ts'
import { receivableStates } from '#modules/ledger/ledgerWords.ts'
import { receiptDetails } from '#modules/ledger/slips/slipShape.ts'
import { state } from '#modules/review/stateContract.ts'
import { payAccount } from '#modules/settings/contract.ts'
import { applicationTypes } from './applicationTypes.ts'

export const type = z.enum(applicationTypes, '不是有效的申请类型')
export const status = state

/** Summary shown at the top of every screen of an application. */
export const head = {
  id: z.int(),
  applyNo: z.string().nullable(),
  applyType: type,
  applyTypeName: z.string(),
  groupName: z.string(),
  childId: z.int(),
  childName: z.string(),
  levelName: z.string(),
  status,
  statusName: z.string(),
  version: z.int(),
  /** Certificate that the application is about, or that it produced. */
  certNo: z.string().nullable(),
  deadline: z.string().nullable(),
}
export const written = {
  id: int,
  /** The one that was read; with an older one nothing is written over. */
  version: int.optional(),
  answers: z.record(z.string().max(40), text(500), '应为对各条意见的答复').optional(),
  action: z.enum(['save', 'submit'], '应为保存或提交'),
}
export const rows = z
  .array(z.record(z.string().max(40, '没有这一栏'), z.unknown()), '应为若干行')
  .max(200, '不能超过 200 行')
  .optional()
export const result = z.object({ id: z.int(), status, statusName: z.string(), version: z.int(), savedAt: z.string() })

export const fee = z.object({
  amount: z.number(),
  state: z.enum(receivableStates),
  account: payAccount,
  /** Text to write in the remark of the bank transfer. */
  remark: z.string(),
  receipt: receiptDetails,
})
