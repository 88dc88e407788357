import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { head } from '#layouts/head.ts'
import { longDay } from '#lib/dates.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { Link, useRevalidator } from '#ui/router/router.tsx'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { RowsTable } from '#ui/table/RowsTable.tsx'
import type { NoticeState } from '../objection.ts'
import type { Route } from './+types/Notice'
import { ObjectionForm } from './ObjectionForm.tsx'
import './notice.css'

const load = async (api: Api, { params }: Address) => ({
  notice: await api('GET /app/publicity/notice/info', { id: pathId(params.id) }),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '公示中的事项', route: '/admin/publicity/notice' }]

export const meta = (args: Route.MetaArgs) => {
  const notice = args.loaderData?.notice
  if (!notice) return []
  return head(args, {
    name: `公示：${notice.title}`,
    description: `${notice.detail}。公示期${longDay(notice.fromDay)}至${longDay(notice.toDay)}。`,
    breadcrumb: [{ name: '首页', route: '/admin/home' }, ...CRUMBS, { name: notice.title, route: null }],
    tags: { ColumnName: '公示中的事项', ColumnType: '公示' },
    // What is over is kept for who was told of it, not to be found by a name.
    hidden: notice.state === 'ended',
  })
}

type Shown = Route.ComponentProps['loaderData']['notice']
const tones: Record<NoticeState, Tone> = { open: 'good', held: 'warn', due: 'plain', ended: 'plain' }

/** One notice: what about, how long, what was said against it and what came of that, and how to object. */
export default function Notice({ loaderData: { notice } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isOpen = notice.state === 'open' || notice.state === 'held'
  return (
    <div className="wrap notice">
      <PageHead crumbs={[...CRUMBS, { name: notice.title, route: null }]} title={notice.title}>
        {notice.kindName}：{notice.detail}
      </PageHead>
      <section aria-labelledby="notice-time">
        <h2 id="notice-time">公示期</h2>
        <p className="notice-time">
          <StateTag of={notice} tones={tones} />
          <b>
            {longDay(notice.fromDay)}至{longDay(notice.toDay)}
          </b>
          <span>{countdown(notice)}</span>
        </p>
        {notice.provinceName && <p>地区：{notice.provinceName}</p>}
        {notice.prolongReason && <p>公示期已延长：{notice.prolongReason}</p>}
      </section>
      {notice.table && (
        <section aria-labelledby="notice-table">
          <h2 id="notice-table">公示名单（{notice.table.rows.length} 人）</h2>
          <RowsTable caption="公示名单" {...notice.table} />
        </section>
      )}
      <Results of={notice} />
      <section aria-labelledby="object">
        <h2 id="object" tabIndex={-1}>
          提出异议
        </h2>
        {isOpen ? <ObjectionForm noticeId={notice.id} done={revalidate} /> : <p>公示已经结束，不再受理异议。</p>}
        <p>
          已经提出异议的，可以<Link to="/admin/publicity/objection">查询办理进度</Link>。
        </p>
      </section>
    </div>
  )
}

function countdown({ state, daysLeft }: Shown): string {
  if (state === 'held') return '收到异议，正在核查，公示暂停计时；核查结束后余下的天数接着计算'
  if (state === 'open') return daysLeft === 0 ? '今天截止' : `还有 ${daysLeft} 天`
  return ''
}

const Results = ({ of: { results, pending } }: { of: Shown }) => (
  <section aria-labelledby="notice-results">
    <h2 id="notice-results">异议和核查结果</h2>
    {pending > 0 && <p>有 {pending} 件异议正在核查，结果将在这里公布。</p>}
    {results.length === 0 && pending === 0 && <p>没有收到异议。</p>}
    <ul className="notice-results" role="list">
      {results.map(({ status, statusName, receivedOn, decidedOn, result }, i) => (
        <li key={`${receivedOn} ${i}`}>
          <p>
            <Tag tone={status === 'upheld' ? 'bad' : 'good'}>{statusName}</Tag>
            {longDay(receivedOn)}收到，{longDay(decidedOn)}办结
          </p>
          <p>{result}</p>
        </li>
      ))}
    </ul>
  </section>
)
