import { z } from 'zod'
import { storedFile } from '#modules/files/contract.ts'

export const nonconformityFields = {
  id: z.int(),
  place: z.int(),
  clause: z.string(),
  description: z.string(),
  dueOn: z.string(),
  correction: z.string(),
  files: z.array(storedFile),
  result: z.enum(['open', 'accepted', 'refused']),
  resultName: z.string(),
  /** Why the last correction was not enough. */
  remark: z.string(),
}
export const nonconformity = z.object({ ...nonconformityFields, verifiedOn: z.string().nullable() })
