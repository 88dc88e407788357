import { Link } from 'react-router'
import { useMay } from '#layouts/staff/staff.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffReceiptSeries'

export { staffReceiptSeries as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = recordsLoader('receiptSeries')

/** 收据系列: how receipts are numbered, and for which fees. */
export default function StaffReceiptSeries({ loaderData }: Route.ComponentProps) {
  const kindsField = loaderData.fields.find(({ name }) => name === 'kinds')!
  return (
    <RecordsScreen
      listed={loaderData}
      called="收据系列"
      mayChange={useMay('staff:finance')}
      title="收据系列"
      add="新增系列"
      blank={{ prefix: 'SJ', byYear: 'yes', digits: 6, firstNumber: 1, kinds: [], automatic: 'no', status: 'open' }}
      about={
        <>
          号码按系列连续，不跳号、不重号；作废的号码保留。开过收据的系列，前缀、位数和编号方式不再改，可以停用后另设一个。
          <Link to="/staff/receipts">已开的收据</Link>
        </>
      }
      empty={{ title: '还没有收据系列', children: '设好前缀、位数和适用的款项，就可以在“应收与实收”开收据。' }}
      columns={[
        { name: '名称', cell: ({ name }) => name },
        { name: '下一个号码', nowrap: true, cell: ({ next }) => next },
        {
          name: '适用的款项',
          cell: ({ values }) => fieldText(kindsField, values.kinds) || '全部',
        },
        {
          name: '开具方式',
          cell: ({ automaticFrom }) => (automaticFrom ? `${automaticFrom} 起到账后自动开具` : '由财务点击开具'),
        },
        {
          name: '已开',
          nowrap: true,
          cell: ({ id, uses }) => <Link to={`/staff/receipts?seriesId=${id}`}>{uses} 张</Link>,
        },
        {
          name: '状态',
          nowrap: true,
          cell: ({ values }) => (values.status === 'open' ? <Tag tone="good">启用</Tag> : <Tag>停用</Tag>),
        },
      ]}
    />
  )
}
