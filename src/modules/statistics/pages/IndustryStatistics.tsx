import { type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { useColumnCrumbs } from '#layouts/public/columnCrumbs.ts'
import { longDay } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import type { Route } from './+types/IndustryStatistics'
import './statistics.css'

const CRUMBS = [{ name: '行业统计', route: '/admin/publicity/statistics' }]

const load = async (api: Api) => ({ forms: await api('GET /app/publicity/statistics/list', {}) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) =>
  columnHead(args, { crumbs: CRUMBS, description: '协会按期公布的行业统计：合计、分组和各期序列。', kind: '公示' })

/** 行业统计: the forms whose sums are published, each with its newest period. */
export default function IndustryStatistics({ loaderData: { forms } }: Route.ComponentProps) {
  const published = forms.flatMap(({ newest, ...form }) => (newest ? { ...form, newest } : []))
  return (
    <div className="wrap">
      <PageHead crumbs={useColumnCrumbs(CRUMBS)} title="行业统计">
        根据会员单位填报的报表汇总。没有填报的按规则估计并注明；可能看出单个单位的数不公布。
      </PageHead>
      {published.length === 0 ? (
        <Empty title="还没有公布的统计">
          <p>公布后在这里查看。</p>
        </Empty>
      ) : (
        <div className="statistics-scroll">
          <table className="statistics-grid">
            <caption className="hidden-text">已公布的统计</caption>
            <thead>
              <tr>
                <th scope="col">统计表</th>
                <th scope="col">最新一期</th>
                <th scope="col">公布日期</th>
              </tr>
            </thead>
            <tbody>
              {published.map(({ code, name, frequencyName, newest }) => (
                <tr key={code}>
                  <th scope="row">
                    <a href={`/admin/publicity/statistics/${code}`}>
                      {name}（{frequencyName}）
                    </a>
                  </th>
                  <td>{newest.periodName}</td>
                  <td>{longDay(newest.releaseTime)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
