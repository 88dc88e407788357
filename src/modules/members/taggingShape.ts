import { z } from 'zod'
import { code } from '#lib/form/fields.ts'
import { bulkIds } from '#lib/register/bulkContract.ts'

export const tagOptions = z.array(z.object({ code: z.string(), name: z.string(), retired: z.boolean().optional() }))
export const tagging = z.object({ ids: bulkIds, tag: code, act: z.enum(['put', 'remove'], '应为 put 或 remove') })
