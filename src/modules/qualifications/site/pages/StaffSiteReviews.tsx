import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { type SiteStage, siteStageNames, siteStages } from '../siteReview.ts'
import type { Route } from './+types/StaffSiteReviews'
import './site.css'

export { staffSiteReviews as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'stage', 'key', 'from', 'to')
  const page = await api('GET /staff/qualification/site/list', { ...filters, pageNum, pageSize })
  return { filters, page }
})

export const siteTones: Record<SiteStage, Tone> = {
  awaitingSite: 'warn',
  onSite: 'water',
  rectifying: 'plain',
  verifying: 'warn',
  over: 'good',
}

type Filters = Input<ApiContract['GET /staff/qualification/site/export']>

/** Reviews on site: what waits to be arranged in front, then by day; what is over at the end. */
export default function StaffSiteReviews({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  return (
    <section className="desk-card">
      <h2 className="hidden-text">现场评审列表</h2>
      <DataTable
        caption="现场评审"
        answer={answer}
        unit="项"
        filters={[
          { name: 'key', label: '申请单位或编号', kind: 'text' },
          { name: 'stage', label: '阶段', options: siteStages.map(code => ({ code, name: siteStageNames[code] })) },
          { name: 'from', label: '评审日期从', kind: 'day' },
          { name: 'to', label: '到', kind: 'day' },
        ]}
        save={() => saveFile('GET /staff/qualification/site/export', filters)}
        empty={{ title: '没有现场评审', children: <p>缴清评审费、需要现场评审的申请会出现在这里。</p> }}
        columns={[
          { name: '申请单位', cell: ({ id, title }) => <Link to={`/staff/site-reviews/${id}`}>{title}</Link> },
          { name: '申请', cell: ({ typeName, kindName, levelName }) => `${typeName}　${kindName} ${levelName}` },
          {
            name: '阶段',
            cell: ({ stage, stageName, statusName }) => (
              <Tag tone={siteTones[stage]}>{stage === 'over' ? statusName : stageName}</Tag>
            ),
            nowrap: true,
          },
          {
            name: '评审日期',
            cell: ({ plannedOn, days }) => <Noted text={plannedOn ?? '未安排'} note={days > 1 && `共 ${days} 天`} />,
            nowrap: true,
          },
          {
            name: '评审组',
            cell: ({ leader, experts }) => <Noted text={leader || '—'} note={experts > 1 && `等 ${experts} 人`} />,
            nowrap: true,
          },
          {
            name: '不符合项',
            cell: ({ nonconformities: all, accepted }) => (
              <Noted text={all ? `${all} 项` : '—'} note={all > 0 && `已通过 ${accepted}`} />
            ),
            nowrap: true,
          },
          { name: '期限', cell: of => <DueDay of={of} />, nowrap: true },
        ]}
      />
    </section>
  )
}

const Noted = ({ text, note }: { text: string; note: string | false }) => (
  <>
    <span className="site-whole">{text}</span>
    {note && <span className="cell-note">{note}</span>}
  </>
)

type Row = { dueOn: string | null; deadline: string | null; overdue: boolean }

const DueDay = ({ of: { dueOn, deadline, overdue } }: { of: Row }) => {
  if (dueOn) return <Noted text={dueOn} note="申请人整改" />
  if (!deadline) return '—'
  return overdue ? <Tag tone="bad">{`${deadline} 已超期`}</Tag> : <Noted text={deadline} note="协会办理" />
}
