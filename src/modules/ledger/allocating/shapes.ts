import { z } from 'zod'
import { amountOfMoney } from '#lib/form/amount.ts'
import { int, text } from '#lib/form/fields.ts'

/** Largest number of receivables that one payment is given to at once. */
const MAX_SHARES = 100

/** A receivable: `payable` is its kind, `about` its description, `open` what is still to be paid of it. */
export const owed = z.object({
  payable: z.string(),
  payableId: z.int(),
  receivableId: z.int(),
  kindName: z.string(),
  name: z.string(),
  number: z.string(),
  about: z.string(),
  amount: z.number(),
  open: z.number(),
  stateName: z.string(),
  route: z.string(),
})

/** What a payment gives to which receivables; the rest of it is kept as a credit. */
export const shares = z
  .array(z.object({ payable: text(40).min(1, '请选择款项'), payableId: int, amount: amountOfMoney }), '请选择款项')
  .max(MAX_SHARES, `一次最多核销 ${MAX_SHARES} 笔`)
