import { z } from 'zod'
import { int } from '../form/fields.ts'

const MAX_BULK_IDS = 100

export const bulkIds = z
  .array(int, '应为编号的列表')
  .min(1, '请先选择')
  .max(MAX_BULK_IDS, `一次最多处理 ${MAX_BULK_IDS} 条`)
/** Result for one record: whether it was done, and the reason if not. */
export const bulkResult = z.object({ id: z.int(), done: z.boolean(), message: z.string() })
export const bulkResults = z.array(bulkResult)
