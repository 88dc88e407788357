import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { RecordPayment } from '#modules/ledger/payments/pages/RecordPayment.tsx'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Table } from '#ui/table/Table.tsx'

type Of = Output<ApiContract['GET /staff/receivable/detail']>

const acts = {
  writeOff: defineAct<Of>()({
    call: 'POST /staff/received/writeOff',
    name: '核销差额',
    confirm: ({ open, writeOffLimit }) =>
      `还欠的 ${formatYuan(open)} 元由协会承担，这笔款项随即缴清，缴费人收到消息。${open > writeOffLimit ? `超过 ${formatYuan(writeOffLimit)} 元，由另一位同事在“双人复核”同意后生效。` : ''}`,
    fields: [reasonField('记入账目', { kind: 'text' })],
    input: ({ kind, payableId, open, writeOffLimit }, { reason }) => ({
      payable: kind,
      payableId,
      expected: open,
      reason: String(reason ?? ''),
      size: open > writeOffLimit ? 'large' : 'small',
    }),
    done: '已核销差额',
  }),
}

/** Payments of a receivable, and the recording of another. */
export function ReceivablePayments({ of, reload }: { of: Of; reload: () => void }) {
  const [isRecording, record] = useState(false)
  const mayRecord = useMay('staff:finance') && of.isOpen
  if (!of.isOpen && of.payments.length === 0) return null
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>到账</h2>
        {mayRecord && (
          <Button type="primary" onClick={() => record(true)}>
            登记到账
          </Button>
        )}
      </div>
      {of.payments.length === 0 ? (
        <p>还没有到账。</p>
      ) : (
        <Table
          caption="这笔款项的到账"
          rows={of.payments}
          columns={[
            {
              name: '到账日期',
              nowrap: true,
              cell: ({ id, paidOn }) => <Link to={`/staff/received/${id}`}>{paidOn}</Link>,
            },
            { name: '方式', nowrap: true, cell: ({ wayName }) => wayName },
            { name: '付款人', cell: ({ payer }) => payer || '—' },
            { name: '核销（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
          ]}
        />
      )}
      <Acts acts={acts} possible={mayRecord && of.received > 0 ? ['writeOff'] : []} of={of} reload={reload} />
      {isRecording && (
        <RecordPayment
          first={{ ...of, receivableId: of.id, payable: of.kind, name: of.payer }}
          close={() => record(false)}
          done={reload}
        />
      )}
    </section>
  )
}
