import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffReceiptSeries'

export { staffReceiptSeries as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/receiptSeries/list', {}))

/** 收据系列: how receipts are numbered, and for which fees. */
export default function StaffReceiptSeries({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData),
    called: '收据系列',
    save: 'POST /staff/receiptSeries/save',
    remove: 'POST /staff/receiptSeries/remove',
  })
  return (
    <SiteDesk
      desk={desk}
      title="收据系列"
      add="新增系列"
      blank={{ prefix: 'SJ', byYear: 'yes', digits: 6, firstNumber: 1, kinds: [], status: 'open' }}
      about={
        <>
          号码按系列连续，不跳号、不重号；作废的号码保留。开过收据的系列，前缀、位数和编号方式不再改，可以停用后另设一个。
          <Link to="/staff/receipts">已开的收据</Link>
        </>
      }
      empty={{ title: '还没有收据系列', children: '设好前缀、位数和适用的款项，就可以在“应收与实收”开收据。' }}
    >
      {({ list, fields }) => {
        const kindsField = fields.find(({ name }) => name === 'kinds')
        return (
          <Table
            caption="收据系列"
            rows={list}
            columns={[
              { name: '名称', cell: ({ name }) => name },
              { name: '下一个号码', nowrap: true, cell: ({ next }) => next },
              {
                name: '适用的款项',
                cell: ({ values }) => (kindsField && fieldText(kindsField, values.kinds)) || '全部',
              },
              {
                name: '已开',
                nowrap: true,
                cell: ({ id, uses }) => <Link to={`/staff/receipts?seriesId=${id}`}>{uses} 张</Link>,
              },
              {
                name: '状态',
                nowrap: true,
                cell: ({ values }) => (
                  <Tag tone={values.status === 'open' ? 'good' : 'plain'}>
                    {values.status === 'open' ? '启用' : '停用'}
                  </Tag>
                ),
              },
              { name: '办理', nowrap: true, cell: row => <RowActs row={row} desk={desk} /> },
            ]}
          />
        )
      }}
    </SiteDesk>
  )
}
