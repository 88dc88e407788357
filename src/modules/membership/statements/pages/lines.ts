import type { Line, Owed } from '#modules/membership/fees/pages/feeViews.ts'

/** Dialogs of one bank line. */
export type LineDialogKind = 'choose' | 'aside' | 'undo' | 'account'

/** The proposal that can be accepted; one against which a sum speaks cannot. */
export const postableMatch = ({ state, proposal, amount }: Line): Owed | null =>
  state === 'open' && proposal?.amount === amount ? proposal : null

/** Match that one key may post: it is certain. Any other opens the drawer first. */
export const certainMatch = (line: Line): Owed | null => (line.proposal?.certain ? postableMatch(line) : null)

/** Returns whether the dialog is available in the current state. */
export const canOpenDialog = ({ state, paid, account }: Line, asked: LineDialogKind): boolean => {
  if (asked === 'undo') return paid?.canUndo === true
  if (asked === 'account') return account !== ''
  return state === 'open'
}
