import { useLocation } from 'react-router'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { Chart } from '#ui/media/Chart.tsx'
import { States } from '#ui/States.tsx'
import { DataTable, useListQuery } from '#ui/table/DataTable.tsx'

type Via = 'number' | 'qr' | 'batch'
const VIAS = [
  { code: 'number', name: '编号' },
  { code: 'qr', name: '二维码' },
  { code: 'batch', name: '批量查验' },
]

/** When and how one of the member's certificates has been looked up. */
export default function MyLookups() {
  const { pathname } = useLocation()
  const certId = Number(pathname.split('/').at(-1))
  const { pageNum, from, to, via } = useListQuery('via', 'from', 'to')
  const asked = { certId, from, to, via: via as Via | undefined }
  const summary = useApi('GET /member/certificate/lookup/summary', { certId })
  const answer = useApi('GET /member/certificate/lookup/list', { ...asked, pageNum, pageSize: 20 })
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
                共被查验 {total} 次，近 30 天 {last30d} 次。协会记录每次查验的时间和方式，不记录是谁在查。
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
          keyOf={({ id }) => id}
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
