import { z } from 'zod'

/** That a case lay too long was told: by which rule, how long it was then, to which role, when. */
export const toldEscalation = z.object({
  id: z.int(),
  ruleName: z.string(),
  daysOver: z.int(),
  toldTo: z.string(),
  at: z.string(),
})
