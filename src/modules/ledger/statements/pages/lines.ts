import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { LineState } from '#modules/ledger/bankWords.ts'
import type { Tone } from '#ui/Tag.tsx'

export type Line = Output<ApiContract['GET /staff/statement/lines']>['list'][number]
export type Proposal = NonNullable<Line['proposal']>

export const lineTones: Record<LineState, Tone> = { open: 'warn', accepted: 'good', aside: 'plain' }

/** Dialogs of one bank line. */
export type LineDialogKind = 'choose' | 'aside' | 'undo' | 'account'

/** The proposal that can be accepted as it is: its sum is that of the line. */
export const postableMatch = ({ state, proposal }: Line): Proposal | null =>
  state === 'open' && proposal?.isExact ? proposal : null

/** Shares that settle everything proposed. */
export const sharesOf = ({ owed }: Proposal) =>
  owed.map(({ payable, payableId, open }) => ({ payable, payableId, amount: open }))

/** What is proposed, in a few words. */
export const nameOf = ({ owed }: { owed: readonly { name: string; about: string }[] }) =>
  owed.length === 1 ? `${owed[0]!.name} ${owed[0]!.about}` : `${owed[0]!.name}等 ${owed.length} 笔`

/** Match that one key may post: it is certain. Any other opens the drawer first. */
export const certainMatch = (line: Line): Proposal | null => (line.proposal?.certain ? postableMatch(line) : null)

/** Returns whether the dialog is available in the current state. */
export const canOpenDialog = ({ state, paid, account }: Line, asked: LineDialogKind): boolean => {
  if (asked === 'undo') return paid?.canUndo === true
  if (asked === 'account') return account !== ''
  return state === 'open'
}
