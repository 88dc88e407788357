import { listLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { refunds } from '#modules/money/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { useKinds } from '../../receivables/pages/useKinds.ts'
import { refundFilters } from '../../refundFilters.ts'
import type { Route } from './+types/StaffRefunds'
import { refundTones } from './refundViews.ts'

export { staffRefunds as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(refunds.load)

/** 退款: what went back to payers or is to go, of every kind of payment. */
export default function StaffRefunds({ loaderData }: Route.ComponentProps) {
  const kinds = useKinds()
  return (
    <RegisterTable
      of={refunds}
      loaded={loaderData}
      unit="笔"
      filters={registerFilters(refundFilters, { kind: kinds })}
      empty={{
        title: '还没有退款',
        children: <p>缴费人在会员中心申请的，和您在“应收与实收”打开一笔款项点“申请退款”的，都列在这里。</p>,
      }}
      cells={{
        askedName: ({ askedName, byPayer }) => (byPayer ? '缴费人' : askedName),
        amount: ({ amount }) => formatYuan(amount),
        stateName: row => <StateTag of={row} tones={refundTones} />,
      }}
    />
  )
}
