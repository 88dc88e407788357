import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { States } from '#ui/States.tsx'
import { ListFilters } from '#ui/table/ListFilters.tsx'
import { useDropRefused } from '#ui/table/useDropRefused.ts'
import { useFilters } from '#ui/table/useFilters.ts'
import '#ui/table/table.css'
import { withCommas } from '#lib/words/numbers.ts'

type Row = Output<ApiContract['GET /staff/article/statistics']>[number]

/** Table of published articles by column and month, with their views. */
export function ColumnStatistics() {
  const { from } = useFilters<Input<ApiContract['GET /staff/article/statistics']>>('from')
  const answer = useApi('GET /staff/article/statistics', { from })
  useDropRefused(answer.error)
  const year = Number(dayOf(new Date()).slice(0, 4))
  const since = [0, 1, 2, 3].map(ago => ({ code: `${year - ago}-01`, name: `${year - ago} 年 1 月` }))
  return (
    <section className="desk-card">
      <div className="data-table-tools">
        <ListFilters filters={[{ name: 'from', label: '从（全部为近 12 个月）', options: since }]} />
        <SaveButton save={() => saveFile('GET /staff/article/statistics/export', { from })}>导出</SaveButton>
      </div>
      <p>每格为当月发布的文章数，括号里是这些文章至今被阅读的次数。</p>
      <States answer={answer} empty={{ when: rows => rows.length === 0, title: '这段时间没有发布文章' }}>
        {rows => <Months rows={rows} />}
      </States>
    </section>
  )
}

function Months({ rows }: { rows: Row[] }) {
  const months = [...new Set(rows.map(({ month }) => month))].sort().reverse()
  const columns = [...new Map(rows.map(({ catalogId, catalogName }) => [catalogId, catalogName]))]
  const cell = (of: Row[]) => {
    if (of.length === 0) return ''
    const [articles, views] = [of.reduce((n, row) => n + row.articles, 0), of.reduce((n, row) => n + row.views, 0)]
    return (
      <>
        {articles} <span className="writing-reads">（{withCommas(views)}）</span>
      </>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is moved by the arrow keys
    <section className="table-scroll" aria-label="栏目统计表，可以左右滚动" tabIndex={0}>
      <table className="writing-months">
        <thead>
          <tr>
            <th scope="col">栏目</th>
            <th scope="col">合计</th>
            {months.map(month => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.map(([id, name]) => {
            const own = rows.filter(row => row.catalogId === id)
            return (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{cell(own)}</td>
                {months.map(month => (
                  <td key={month}>{cell(own.filter(row => row.month === month))}</td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">合计</th>
            <td>{cell(rows)}</td>
            {months.map(month => (
              <td key={month}>{cell(rows.filter(row => row.month === month))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
