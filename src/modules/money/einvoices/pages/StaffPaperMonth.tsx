import { Link } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { dayOf } from '#lib/dates.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { ListFilterField } from '#ui/table/ListFilterField.tsx'
import { Table } from '#ui/table/Table.tsx'
import { monthsUpTo } from '../../closing/pages/closingViews.ts'
import { type Figure, figureNames, figures } from '../monthWords.ts'
import type { Route } from './+types/StaffPaperMonth'
import '#modules/money/receivables/pages/receivables.css'
import '#modules/money/closing/pages/closing.css'

export { staffPaperMonth as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader(async (api, { query }) => {
  const month = query.get('month') || undefined
  const figure = figures.find(one => one === query.get('figure'))
  const kind = query.get('kind') || undefined
  const sums = await api('GET /staff/paperMonth/sums', { month })
  const lines = figure ? await api('GET /staff/paperMonth/lines', { month, figure, kind }) : undefined
  return { sums, lines, figure, kind }
})

/** 开票月报: a month's money beside its papers, by kind; each figure opens its list. */
export default function StaffPaperMonth({ loaderData }: Route.ComponentProps) {
  const { sums, lines, figure, kind } = useLoaded(loaderData).data
  const { month, kinds, all } = sums
  const rows = [...kinds.filter(of => figures.some(one => of[one] !== 0)), { kind: '', name: '合计', ...all }]
  type Row = (typeof rows)[number]
  const linkTo = (of: Row, one: Figure) =>
    `?${new URLSearchParams({ month, figure: one, ...(of.kind && { kind: of.kind }) })}`
  return (
    <section className="desk-card">
      <div className="closing-head">
        <h2>{month} 的到账与票据</h2>
        <ListFilterField name="month" label="月份" options={monthsUpTo(dayOf(new Date()))} always={month} />
        <div className="closing-acts">
          <SaveButton save={() => saveFile('GET /staff/paperMonth/export', { month })}>导出</SaveButton>
        </div>
      </div>
      <p>
        到账按银行日期，扣去退款；票据按开具日期。差额为到账没有开的部分，负数为开多的，例如本月开了上月的款。
        <Link to="/staff/e-invoices">电子票据</Link>
      </p>
      <div className="money-totals">
        <Table<Row>
          caption="分种类"
          rows={rows}
          keyOf={of => of.kind}
          columns={[
            { name: '种类', cell: of => of.name },
            ...figures.map(one => ({
              name: `${figureNames[one]}（元）`,
              isFigure: true,
              cell: (of: Row) => <Link to={linkTo(of, one)}>{formatYuan(of[one])}</Link>,
            })),
            { name: '差额（元）', isFigure: true, cell: of => formatYuan(of.difference) },
          ]}
        />
      </div>
      {figure && lines && (
        <>
          <h3 id="lines">
            {kinds.find(of => of.kind === kind)?.name ?? '全部'}的{figureNames[figure]}：{lines.length} 笔，
            {formatYuan(sumAmounts(lines.map(({ amount }) => amount)))} 元
          </h3>
          <Table
            caption="明细"
            rows={lines.map((line, index) => ({ ...line, index }))}
            keyOf={({ index }) => index}
            columns={[
              { name: '日期', nowrap: true, cell: ({ day }) => day },
              { name: '缴费人', cell: ({ payer }) => payer },
              {
                name: '款项',
                cell: ({ receivableId, about }) => <Link to={`/staff/receivables/${receivableId}`}>{about}</Link>,
              },
              { name: '号码', cell: ({ number }) => number || '—' },
              { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
            ]}
          />
        </>
      )}
    </section>
  )
}
