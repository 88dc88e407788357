import { browserApi } from '#api/browser.ts'
import { sumOf, yuan } from '#lib/money.ts'
import { BulkDialog } from '#ui/table/BulkDialog.tsx'
import { useBulk } from '#ui/table/useBulk.ts'
import type { RegistrationRow } from './deskViews.ts'

type Props = { rows: RegistrationRow[]; state: 'submitted' | 'paid'; close: () => void; changed: () => void }

/** Several that are passed, or whose money has come, at once: after saying how many and how much. */
export function SettleRegistrations({ rows, state, close, changed }: Props) {
  const isPassing = state === 'submitted'
  const call = isPassing
    ? 'POST /staff/training/registration/passMany'
    : 'POST /staff/training/registration/paymentMany'
  const bulk = useBulk<RegistrationRow>({
    rows,
    idOf: ({ id }) => id,
    nameOf: ({ organisationName }) => organisationName,
    changed,
    send: some => browserApi(call, { items: some.map(({ id, version }) => ({ id, version: version ?? 1 })) }),
  })
  const action = isPassing ? '通过' : '确认到账'
  return (
    <BulkDialog title={`${action} ${bulk.of.length} 份报名`} unit="份" action={action} bulk={bulk} close={close}>
      共 {bulk.of.reduce((sum, { persons }) => sum + persons, 0)} 人，培训费{' '}
      {yuan(sumOf(bulk.of.map(({ totalFee }) => totalFee)))} 元。
      {isPassing ? '通过后通知报名人缴费；不收费的即报名成功。' : '请先与银行账户核对。'}
    </BulkDialog>
  )
}
