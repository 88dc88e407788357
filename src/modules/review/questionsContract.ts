import { z } from 'zod'

/** Own fields that applications have answered: how many, and whose the newest are. */
export const answeredFields = {
  answered: z.array(z.object({ code: z.string(), label: z.string(), count: z.int(), titles: z.array(z.string()) })),
}
