import { type ActForMany, type ActResult, ActsOnMany } from '#ui/register/ActsOnMany.tsx'

/** A payment that has come. */
export type PaidRecord = { id: number; payer: string; about: string; kind: string }
export type IssueProps = { rows: readonly PaidRecord[]; done: () => void }
type Props = IssueProps & {
  act: Omit<ActForMany<'issue'>, 'code'>
  send: Parameters<typeof ActsOnMany<PaidRecord, 'issue', ActResult>>[0]['send']
}

/** Papers for many payments that have come; none is taken back here. */
export const IssueMany = ({ rows, done, act, send }: Props) => (
  <ActsOnMany
    rows={rows}
    nameOf={({ payer, about }) => `${payer} ${about}`}
    unit="笔"
    acts={[{ ...act, code: 'issue' }]}
    changed={done}
    send={send}
  />
)
