import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { longDay } from '#lib/dates.ts'
import { Chart } from '#ui/media/Chart.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import type { Route } from './+types/IndustryRelease'
import { coverage, ReleaseTables } from './ReleaseTables.tsx'
import './statistics.css'

const load = async (api: Api, { params, query }: Address) =>
  api('GET /app/publicity/statistics/detail', { code: params.code ?? '', period: query.period })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const crumbsOf = ({ name, code }: { name: string; code: string }) => [
  { name: '行业统计', route: '/admin/publicity/statistics' },
  { name, route: `/admin/publicity/statistics/${code}` },
]

export const meta = (args: Route.MetaArgs) => {
  const of = args.loaderData
  if (!of) return []
  return columnHead(args, {
    crumbs: crumbsOf(of),
    description: `${of.name}，${of.release.periodName}：${coverage(of.tables)}`,
    kind: '公示',
  })
}

/** Periods that a chart shows. */
const MAX_PERIODS = 24

/** One form: the sums of a period, its series with the breaks explained, and the workbook. */
export default function IndustryRelease({ loaderData: of }: Route.ComponentProps) {
  const { code, name, release, tables, series, breaks } = of
  const at = series.findIndex(({ period }) => period === release.period)
  const shown = series.slice(-MAX_PERIODS)
  const link = (period: string) => `/admin/publicity/statistics/${code}?period=${period}`
  const [before, after] = [series[at - 1], series[at + 1]]
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(crumbsOf(of))} title={`${name}　${release.periodName}`}>
        {longDay(release.releaseTime)}公布{release.revision > 1 && `，第 ${release.revision - 1} 次修订`}。
        {coverage(tables)}。
      </PageHead>
      {release.note && <p>修订说明：{release.note}</p>}
      <nav className="statistics-periods" aria-label="各期">
        {before && <a href={link(before.period)}>上一期：{before.periodName}</a>}
        {after && <a href={link(after.period)}>下一期：{after.periodName}</a>}
        <a href={`/api/app/publicity/statistics/export?code=${code}&period=${release.period}`} download>
          下载本期（XLSX）
        </a>
      </nav>
      {breaks.length > 0 && (
        <section aria-label="口径变动">
          <h2>口径变动</h2>
          <ul>
            {breaks.map(({ period, periodName, indicator, explanation }) => (
              <li key={`${period} ${indicator}`}>
                从 {periodName} 起
                {indicator && `，${tables.indicators.find(one => one.code === indicator)?.name ?? indicator}`}：
                {explanation}
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="statistics-charts">
        {tables.indicators.map(({ code, name, unit, definition }) => (
          <Chart
            key={code}
            title={name}
            note={definition}
            kind="lines"
            unit={unit}
            series={[name]}
            rows={shown.map(({ periodName, totals, isEstimated }) => ({
              name: isEstimated ? `${periodName}（含估计）` : periodName,
              values: [totals[code] ?? null],
            }))}
          />
        ))}
      </div>
      <ReleaseTables of={tables} level={2} />
      <p>
        “（保密）”的合计不公布，以免看出单个单位填报的数；“含估计”的合计中，有的单位没有填报，按其最近一次的数和其他单位的变化推算。
      </p>
    </div>
  )
}
