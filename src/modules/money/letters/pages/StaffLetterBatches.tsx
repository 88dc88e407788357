import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { usePolling } from '#api/usePolling.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { StateTag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffLetterBatches'
import { batchTones } from './letterViews.ts'

export { staffLetterBatches as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = listLoader((api, { query }) => api('GET /staff/letter/batch/list', listQuery(query)))

const POLL_INTERVAL_MS = 3_000

/** 打印批次: letters that were numbered and printed together. */
export default function StaffLetterBatches({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const isMaking = answer.data?.list.some(({ state }) => state === 'making')
  usePolling(answer, isMaking ? POLL_INTERVAL_MS : undefined)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>打印批次</h2>
        <Link to="/staff/letters">全部函件</Link>
      </div>
      <DataTable
        caption="打印批次"
        answer={answer}
        unit="批"
        empty={{ title: '还没有打印批次', children: <p>在“应收与实收”打印缴费通知书或催缴函后，列在这里。</p> }}
        columns={[
          {
            name: '批次',
            nowrap: true,
            cell: ({ id, kindName }) => (
              <Link to={`/staff/letters/batches/${id}`}>
                {id}　{kindName}
              </Link>
            ),
          },
          { name: '函件（封）', isFigure: true, cell: ({ count }) => count },
          { name: '金额（元）', isFigure: true, cell: ({ total }) => formatYuan(total) },
          { name: '请缴期限', nowrap: true, cell: ({ payBy }) => payBy },
          {
            name: '文件',
            nowrap: true,
            cell: row => (
              <>
                <StateTag of={row} tones={batchTones} />
                {row.state === 'making' && ` ${row.progress} / ${row.count}`}
              </>
            ),
          },
          { name: '打印', cell: ({ createdName, createdTime }) => `${createdName} ${minute(createdTime)}` },
        ]}
      />
    </section>
  )
}
