import { Button } from 'antd'
import { useState } from 'react'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { formatYuan } from '#lib/money.ts'
import { payments } from '#modules/ledger/pages/registers.ts'
import { paymentFilters } from '#modules/ledger/paymentFilters.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffPayments'
import { paymentTones } from './paymentViews.ts'
import { RecordPayment } from './RecordPayment.tsx'

export { staffPayments as handle } from '#modules/ledger/pages/screens.ts'

export const clientLoader = listLoader(payments.load)

/** 到账: every payment that came, and the recording of one that no statement shows. */
export default function StaffPayments({ loaderData }: Route.ComponentProps) {
  const { reload } = useLoaded(loaderData.page)
  const [isRecording, setRecording] = useState(false)
  const mayRecord = useMay('staff:finance')
  return (
    <>
      <RegisterTable
        of={payments}
        loaded={loaderData}
        unit="笔"
        filters={registerFilters(paymentFilters, {})}
        actions={
          mayRecord && (
            <Button type="primary" onClick={() => setRecording(true)}>
              登记到账
            </Button>
          )
        }
        empty={{
          title: '还没有到账',
          children: <p>流水入账、在线支付和确认的凭证会列在这里；现金、POS、支票请点“登记到账”。</p>,
        }}
        cells={{
          amount: ({ amount }) => formatYuan(amount),
          credit: ({ credit }) => (credit ? formatYuan(credit) : '—'),
          stateName: row => <StateTag of={row} tones={paymentTones} />,
        }}
      />
      {isRecording && <RecordPayment close={() => setRecording(false)} done={reload} />}
    </>
  )
}
