import { Link } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { formatYuan } from '#lib/money.ts'
import { receipts } from '#modules/money/pages/registers.ts'
import { listRecords } from '#modules/settings/pages/recordCalls.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { receiptFilters } from '../../receiptFilters.ts'
import { useKinds } from '../../receivables/pages/useKinds.ts'
import type { Route } from './+types/StaffReceipts'
import { receiptTones } from './receiptViews.ts'

export { staffReceipts as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, series] = await Promise.all([receipts.load(api, address), listRecords(api, 'receiptSeries')])
  return { ...list, series: series.list.map(({ id, name }) => ({ code: String(id), name })) }
})

/** 收据: every number of the association's series, with those that are void. */
export default function StaffReceipts({ loaderData }: Route.ComponentProps) {
  const { series } = loaderData
  const kinds = useKinds()
  return (
    <RegisterTable
      of={receipts}
      loaded={loaderData}
      unit="张"
      filters={registerFilters(receiptFilters, { kind: kinds, seriesId: series })}
      actions={
        <>
          <Link to="/staff/paper-failures?paper=receipt">没有自动开成的</Link>
          <Link to="/staff/receipt-series">收据系列</Link>
        </>
      }
      empty={{
        title: '还没有收据',
        children: (
          <p>
            {series.length === 0 && (
              <>
                先在<Link to="/staff/receipt-series">收据系列</Link>里设好前缀和编号。
              </>
            )}
            在“应收与实收”勾选已到账的款项，或打开一笔，点“开收据”。
          </p>
        ),
      }}
      cells={{
        amount: ({ amount }) => formatYuan(amount),
        stateName: row => <StateTag of={row} tones={receiptTones} />,
      }}
    />
  )
}
