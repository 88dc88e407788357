import { z } from 'zod'

/** Escalation of an overdue case: the rule, the days overdue, the role notified, and when. */
export const escalationRecord = z.object({
  id: z.int(),
  ruleName: z.string(),
  daysOver: z.int(),
  toldTo: z.string(),
  at: z.string(),
})
