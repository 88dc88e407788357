import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { yuan } from '#lib/money.ts'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { useTakenOut } from '#ui/table/useTakenOut.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import { askedStates, invoiceStateNames } from '../invoiceWords.ts'
import type { Route } from './+types/StaffInvoices'
import { InvoiceActs } from './InvoiceActs.tsx'
import { InvoiceDetail } from './InvoiceDetail.tsx'
import { type InvoiceRequest, invoiceTones } from './invoiceViews.ts'
import './staffInvoices.css'

export { staffInvoices as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filter } = listQuery<Filters>(query, 'state', 'courseId', 'key')
  const [page, totals] = await Promise.all([
    api('GET /staff/training/invoices', { ...filter, pageNum, pageSize }),
    api('GET /staff/training/invoice/totals', filter),
  ])
  return { filter, page, totals }
})

const states = askedStates.map(code => ({ code, name: invoiceStateNames[code] }))

type Filters = Input<ApiContract['GET /staff/training/invoice/export']>

/** 培训发票: what is to be printed, for whom, and what has been. */
export default function StaffInvoices({ loaderData }: Route.ComponentProps) {
  const { filter } = loaderData
  const answer = useLoaded(loaderData.page)
  const totals = useLoaded(loaderData.totals)
  const [query] = useSearchParams()
  const { reload } = answer
  const shown = answer.data?.list.find(({ id }) => id === Number(query.get('invoice')))
  const close = useTakenOut('invoice')
  const courses = (totals.data?.courses ?? []).map(({ id, title }) => ({ code: String(id), name: title }))
  return (
    <section className="desk-card">
      <h2>发票申请</h2>
      <States answer={totals} lines={1}>
        {({ states }) => (
          <p>
            {states.length === 0 && '没有发票申请。'}
            {states.map(({ stateName, count, amount }) => `${stateName} ${count} 张，${yuan(amount)} 元`).join('；')}
          </p>
        )}
      </States>
      <DataTable<InvoiceRequest>
        caption="发票申请"
        answer={answer}
        unit="张"
        empty={{ title: '没有发票申请', children: <p>报名时要求开票、培训费已到账的，会列在这里。</p> }}
        filters={[
          { name: 'key', label: '名称、抬头或编号', kind: 'text' },
          { name: 'state', label: '状态', options: states },
          { name: 'courseId', label: '培训班', options: courses },
        ]}
        save={() => saveFile('GET /staff/training/invoice/export', filter)}
        columns={[
          {
            name: '发票抬头',
            cell: ({ id, title, taxNumber }) => (
              <>
                <Link to={withQuery(query, 'invoice', id)} preventScrollReset>
                  {title}
                </Link>
                <small>{taxNumber || '没有税号'}</small>
              </>
            ),
          },
          {
            name: '金额（元）',
            isFigure: true,
            cell: ({ amount, kindName }) => (
              <>
                {yuan(amount)}
                <small>{kindName}</small>
              </>
            ),
          },
          {
            name: '报名',
            cell: ({ applicationId, number, name, courseTitle }) => (
              <>
                {applicationId ? <Link to={`/staff/review/${applicationId}`}>{name}</Link> : name}
                <small>
                  {number} {courseTitle}
                </small>
              </>
            ),
          },
          { name: '汇款日期', cell: ({ paidOn }) => paidOn ?? '—', nowrap: true, width: '124px' },
          {
            name: '状态',
            cell: ({ state, stateName, invoiceNumber, reason }) => (
              <>
                <Tag tone={invoiceTones[state]}>{stateName}</Tag>
                {state === 'issued' && <small>{invoiceNumber}</small>}
                {state === 'refused' && <small>{reason}</small>}
              </>
            ),
          },
          { name: '操作', cell: of => <InvoiceActs of={of} changed={reload} />, width: '210px' },
        ]}
      />
      {shown && <InvoiceDetail key={shown.id} of={shown} changed={reload} close={close} />}
    </section>
  )
}
