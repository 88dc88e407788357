import { z } from 'zod'
import { storedFile } from '#modules/files/contract.ts'

/** Something that was not as it should be, and what became of it. */
export const nonconformity = z.object({
  id: z.int(),
  place: z.int(),
  clause: z.string(),
  description: z.string(),
  dueOn: z.string(),
  correction: z.string(),
  files: z.array(storedFile),
  result: z.enum(['open', 'accepted', 'refused']),
  resultName: z.string(),
  remark: z.string(),
  verifiedOn: z.string().nullable(),
})
