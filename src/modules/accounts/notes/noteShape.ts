import { z } from 'zod'

/** A note among colleagues, on any kind of record. */
export const note = z.object({
  id: z.int(),
  authorName: z.string(),
  text: z.string(),
  at: z.string(),
  /** True for the author, while the note is fresh and nobody can have relied on it. */
  canRemove: z.boolean(),
})
