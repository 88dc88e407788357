import { z } from 'zod'
import { int } from '../form/fields.ts'

/** As many as one call takes. */
const MOST = 100

/** Of acts on many: on which. */
export const bulkIds = z.array(int, '应为编号的列表').min(1, '请先选择').max(MOST, `一次最多处理 ${MOST} 条`)
/** Of one of them: whether it was done, and if not, why. */
export const bulkResult = z.object({ id: z.int(), done: z.boolean(), message: z.string() })
export const bulkResults = z.array(bulkResult)
