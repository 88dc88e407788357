import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { BulkDialog } from '#ui/BulkDialog.tsx'
import { type RegistrationRow, yuan } from './deskViews.ts'

type Props = { rows: RegistrationRow[]; state: 'submitted' | 'paid'; close: () => void; changed: () => void }

/** Several that are passed, or whose money has come, at once: after saying how many and how much. */
export function SettleRegistrations({ rows, state, close, changed }: Props) {
  // What is done leaves the choice; the dialog goes on speaking of it.
  const [of] = useState(rows)
  const passing = useSubmit('POST /staff/training/registration/passMany')
  const settling = useSubmit('POST /staff/training/registration/paymentMany')
  const { submit, busy, error } = state === 'submitted' ? passing : settling
  const action = state === 'submitted' ? '通过' : '确认到账'
  const nameOf = (id: number) => of.find(one => one.id === id)?.organisationName ?? ''
  const send = async () => {
    const done = await submit({ items: of.map(({ id, version }) => ({ id, version: version ?? 1 })) })
    return done?.map(one => ({ ...one, name: nameOf(one.id) }))
  }
  return (
    <BulkDialog title={`${action} ${of.length} 份报名`} {...{ unit: '份', action, busy, error, send, close, changed }}>
      共 {of.reduce((sum, { persons }) => sum + persons, 0)} 人，培训费{' '}
      {yuan(of.reduce((sum, { totalFee }) => sum + totalFee, 0))} 元。
      {state === 'submitted' ? '通过后通知报名人缴费；不收费的即报名成功。' : '请先与银行账户核对。'}
    </BulkDialog>
  )
}
