import { shareOfAmount } from '#lib/money.ts'

/** Yuan that a rule in percent gives back of an amount. */
export const amountByRule = (amount: number, percent: number) => shareOfAmount(amount, percent, 100)
