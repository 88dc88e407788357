import { z } from 'zod'

/** A level of a kind that can be applied for. */
export const levelOffered = z.object({
  levelId: z.int(),
  levelCode: z.string(),
  levelName: z.string(),
  scopeText: z.string(),
  requirements: z.array(z.string()),
  /** Fee in yuan for a first application. */
  fee: z.number(),
})
