import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useOnceKey } from '#api/useOnceKey.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { refundTones } from './refundViews.ts'

type Of = Output<ApiContract['GET /staff/receivable/detail']>
type Props = { of: Of; reload: () => void }

/** Refunds of a payment, and the request of another. */
export function ReceivableRefunds({ of, reload }: Props) {
  const [isAsking, ask] = useState(false)
  const mayAsk = useMay('staff:finance') && of.refundable > 0
  if (!mayAsk && of.refunds.length === 0) return null
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>退款</h2>
        {mayAsk && <Button onClick={() => ask(true)}>申请退款</Button>}
      </div>
      {of.refunds.length === 0 ? (
        <p>没有退款。</p>
      ) : (
        <Table
          caption="这笔款项的退款"
          rows={of.refunds}
          columns={[
            {
              name: '金额（元）',
              isFigure: true,
              cell: ({ id, amount }) => <Link to={`/staff/refunds/${id}`}>{formatYuan(amount)}</Link>,
            },
            { name: '原因', cell: ({ reason }) => reason },
            { name: '状态', cell: one => <StateTag of={one} tones={refundTones} /> },
            { name: '申请', nowrap: true, cell: ({ askedTime }) => dayOf(new Date(askedTime)) },
            { name: '汇出', nowrap: true, cell: ({ paidOn }) => paidOn ?? '—' },
          ]}
        />
      )}
      {isAsking && <AskRefund of={of} reload={reload} close={() => ask(false)} />}
    </section>
  )
}

function AskRefund({ of, reload, close }: Props & { close: () => void }) {
  const once = useOnceKey()
  const send = async ({ amount, reason, payee, bank, account }: FormValues) => {
    await browserApi('POST /staff/refund/ask', {
      id: of.id,
      amount: Number(amount),
      reason: String(reason ?? ''),
      payee: String(payee ?? ''),
      bank: String(bank ?? ''),
      account: String(account ?? ''),
      once: once,
    })
    announce('退款已提交，由另一位同事在“双人复核”同意')
    reload()
  }
  return (
    <FormDialog
      title={`申请退款：${of.payer}`}
      fields={fieldsOf(of)}
      initial={{ amount: of.refundable, payee: of.line?.payer || of.payer }}
      action="提交"
      send={send}
      close={close}
      intro={
        <p>
          “{of.about}”实收 {formatYuan(of.received)} 元，还可退 {formatYuan(of.refundable)}{' '}
          元。提交后由另一位同事同意，再汇出。
          {of.afterRefund}
        </p>
      }
    />
  )
}

const fieldsOf = ({ refundable, payerAccount }: Of): FormField[] => [
  {
    name: 'amount',
    label: '退款金额',
    section: '',
    kind: 'number',
    unit: '元',
    min: 0.01,
    max: refundable,
    required: true,
  },
  reasonField('复核的同事和缴费人会看到'),
  { name: 'payee', label: '收款户名', section: '', kind: 'text', max: 120, required: true },
  { name: 'bank', label: '开户行', section: '', kind: 'text', max: 120 },
  {
    name: 'account',
    label: '收款账号',
    section: '',
    kind: 'text',
    max: 50,
    required: !payerAccount,
    ...(payerAccount && { hint: `留空即原路退回：${payerAccount}` }),
  },
]
