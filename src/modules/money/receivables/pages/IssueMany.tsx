import { type ActForMany, ActsOnMany, type Told } from '#ui/register/ActsOnMany.tsx'

/** A payment that has come. */
export type Paid = { id: number; payer: string; about: string; kind: string }
export type Issuing = { rows: readonly Paid[]; done: () => void }
type Props = Issuing & {
  act: Omit<ActForMany<'issue'>, 'code'>
  send: Parameters<typeof ActsOnMany<Paid, 'issue', Told>>[0]['send']
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
