import type { Line, Owed } from '#modules/membership/fees/pages/feeViews.ts'

/** What can be asked about one payment, in a dialog. */
export type Asked = 'choose' | 'aside' | 'undo' | 'account'

/** The proposal that can be accepted; one against which a sum speaks cannot. */
export const fittingOf = ({ state, proposal, amount }: Line): Owed | null =>
  state === 'open' && proposal?.amount === amount ? proposal : null

/** That by which one key accepts it: nothing speaks against it. What has to be looked at is opened first. */
export const certainOf = (line: Line): Owed | null => (line.proposal?.certain ? fittingOf(line) : null)

/** What may be asked about it as it stands. */
export const mayAsk = ({ state, paid, account }: Line, asked: Asked): boolean => {
  if (asked === 'undo') return paid?.canUndo === true
  if (asked === 'account') return account !== ''
  return state === 'open'
}
