import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { payments } from '#modules/payments/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { orderFilters } from '../../orderFilters.ts'
import type { Route } from './+types/StaffPayments'
import { orderTones } from './orderViews.ts'

export { staffPayments as handle } from '#modules/payments/pages/screens.ts'

export const clientLoader = listLoader(payments.load)

/** 在线支付: all orders that were to be paid through a provider. */
export default function StaffPayments({ loaderData }: Route.ComponentProps) {
  return (
    <RegisterTable
      of={payments}
      loaded={loaderData}
      unit="个"
      filters={registerFilters(orderFilters, {})}
      empty={{ title: '还没有支付订单', children: <p>会员在“在线支付”选好款项后，订单列在这里。</p> }}
      cells={{
        amount: ({ amount }) => formatYuan(amount),
        stateName: row => <StateTag of={row} tones={orderTones} />,
        createdTime: ({ createdTime }) => minute(createdTime),
        paidTime: ({ paidTime }) => (paidTime ? minute(paidTime) : '—'),
      }}
    />
  )
}
