import { z } from 'zod'

/** What a colleague wrote, of whatever it is. */
export const note = z.object({
  id: z.int(),
  authorName: z.string(),
  text: z.string(),
  at: z.string(),
  /** By who wrote it, as long as nobody can have relied on it. */
  canRemove: z.boolean(),
})
