import { z } from 'zod'

export const reachChannel = z.enum(['inbox', 'sms', 'mail', 'none'], '应为 inbox、sms、mail 或 none')

/** Whom an act reaches, by which channel; the numbers open `reachedRow`s. */
export const reachCounts = z.object({
  people: z.int(),
  inbox: z.int(),
  sms: z.int(),
  mail: z.int(),
  none: z.int(),
  /** The first of those whom nothing reaches. */
  unreached: z.array(z.string()),
  written: z.array(z.enum(['sms', 'mail'])),
  smsUnfiled: z.boolean(),
  /** Text messages that are not urgent wait until the morning. */
  isNight: z.boolean(),
  /** The site is on trial: only the inbox gets anything. */
  isTrial: z.boolean(),
})

export const reachedRow = z.object({
  id: z.string(),
  name: z.string(),
  hasAccount: z.boolean(),
  /** Masked number or address of mail; for who is not reached, the postal address. */
  to: z.string(),
})

/** Of a query: 1, or absent. */
const flag = z.enum(['1'], '应为 1').optional()
/** By what it would go besides the inbox. */
export const reachInput = { withSms: flag, withMail: flag }
