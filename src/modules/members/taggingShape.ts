import { z } from 'zod'
import { code } from '#lib/form/fields.ts'
import { bulkIds } from '#lib/register/bulkContract.ts'

/** What may be put on the records of a register. */
export const tagOptions = z.array(z.object({ code: z.string(), name: z.string(), retired: z.boolean().optional() }))
/** One tag, put on many records or taken off. */
export const tagging = z.object({ ids: bulkIds, tag: code, act: z.enum(['put', 'remove'], '应为 put 或 remove') })
