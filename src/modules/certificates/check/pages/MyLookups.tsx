import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { Chart } from '#ui/media/Chart.tsx'
import { States } from '#ui/States.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyLookups'

export { myLookups as handle } from '#modules/certificates/pages/screens.ts'

type Filters = Omit<Input<ApiContract['GET /member/certificate/lookup/list']>, 'certId'>

export const clientLoader = listLoader(async (api, { params, query }) => {
  const certId = pathId(params.id)
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'via', 'from', 'to')
  const asked = { ...filters, certId }
  const [summary, page] = await Promise.all([
    api('GET /member/certificate/lookup/summary', { certId }),
    api('GET /member/certificate/lookup/list', { ...asked, pageNum, pageSize }),
  ])
  return { asked, summary, page }
})

const VIAS = [
  { code: 'number', name: '编号' },
  { code: 'qr', name: '二维码' },
  { code: 'batch', name: '批量查验' },
  { code: 'key', name: '接口密钥' },
]

export default function MyLookups({ loaderData }: Route.ComponentProps) {
  const { asked } = loaderData
  const summary = useLoaded(loaderData.summary)
  const answer = useLoaded(loaderData.page)
  return (
    <>
      <section className="centre-card">
        <States answer={summary} lines={4}>
          {({ certNo, certName, total, last30d, weeks }) => (
            <>
              <h2>
                {certName} {certNo}
              </h2>
              <p>
                共被查验 {total} 次，近 30 天 {last30d}{' '}
                次。协会记录每次查验的时间和方式；持接口密钥查验的写明机构，其余不记录是谁在查。
              </p>
              <Chart
                kind="bars"
                title="最近 12 周"
                note="每周被查验的次数"
                level={3}
                unit="次"
                series={['查验']}
                rows={weeks.map(({ from, count }) => ({ name: `${from.slice(5)} 起`, values: [count] }))}
              />
            </>
          )}
        </States>
      </section>
      <section className="centre-card">
        <DataTable
          caption="查验记录"
          answer={answer}
          filters={[
            { name: 'via', label: '方式', options: VIAS },
            { name: 'from', label: '从', kind: 'day' },
            { name: 'to', label: '到', kind: 'day' },
          ]}
          save={() => saveFile('GET /member/certificate/lookup/export', asked)}
          empty={{ title: '还没有人查验过这张证书', children: <p>有人凭编号、二维码或批量查验时，会记在这里。</p> }}
          unit="次"
          columns={[
            { name: '时间', cell: ({ at }) => minute(at), nowrap: true },
            { name: '方式', cell: ({ viaName }) => viaName, nowrap: true },
            { name: '查验的机构', cell: ({ askedBy }) => askedBy ?? '—' },
            {
              name: '查的是哪一天',
              cell: ({ at, askedFor }) => askedFor ?? `当天（${shortDay(at)}）`,
              nowrap: true,
            },
          ]}
        />
      </section>
    </>
  )
}
