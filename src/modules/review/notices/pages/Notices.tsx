import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import { columnHead } from '#layouts/head.ts'
import { PlaceLink } from '#layouts/public/PlaceLink.tsx'
import { Empty } from '#ui/Empty.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Pager } from '#ui/table/Pager.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/Notices'

const load = async (api: Api, { query }: Address) => ({
  page: await api('GET /app/publicity/notice/list', { pageSize: 20, ...query }),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '公示中的事项', route: '/admin/publicity/notice' }]

export const meta = (args: Route.MetaArgs) =>
  columnHead(args, {
    crumbs: CRUMBS,
    description: '正在公示的入会申请等事项：公示对象、内容与截止日期，公示期满自动撤下。',
    kind: '公示',
  })

type Notice = Route.ComponentProps['loaderData']['page']['list'][number]

const columns: TableColumn<Notice>[] = [
  { name: '公示对象', cell: ({ id, title }) => <Link to={`/admin/publicity/notice/${id}`}>{title}</Link> },
  { name: '事项', cell: ({ kindName, detail }) => `${kindName}：${detail}` },
  { name: '地区', cell: ({ provinceName }) => provinceName, nowrap: true },
  { name: '公示期', cell: ({ fromDay, toDay }) => `${fromDay} 至 ${toDay}` },
  {
    name: '剩余',
    cell: ({ daysLeft, isHeld }) => (isHeld ? <Tag tone="warn">异议核查中</Tag> : <TimeLeft days={daysLeft} />),
    nowrap: true,
  },
  { name: '异议', cell: ({ id, title }) => <Objecting id={id} title={title} />, nowrap: true },
]

const TimeLeft = ({ days }: { days: number }) =>
  days === 0 ? <Tag tone="warn">今天截止</Tag> : <Tag tone="good">还有 {days} 天</Tag>

const Objecting = ({ id, title }: Pick<Notice, 'id' | 'title'>) => (
  <Link to={`/admin/publicity/notice/${id}#object`}>
    提出异议<span className="hidden-text">：{title}</span>
  </Link>
)

export default function Notices({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <PageHead crumbs={CRUMBS} title="公示中的事项">
        公示期内对所列事项有异议的，可以点“提出异议”实名反映；已经提出的，可以
        <Link to="/admin/publicity/objection">查询办理进度</Link>。
      </PageHead>
      {page.list.length > 0 ? (
        <Table caption="公示中的事项" columns={columns} rows={page.list} />
      ) : (
        <Empty title="目前没有公示中的事项" icon="file">
          <p>
            <PlaceLink to="publicNotices" before="已经结束的公示见" after="。">
              公示公告
            </PlaceLink>
          </p>
        </Empty>
      )}
      <Pager page={page} unit="项" />
    </div>
  )
}
