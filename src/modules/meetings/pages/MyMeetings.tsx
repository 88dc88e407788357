import './meetings.css'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyMeetings'

export { myMeetings as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum } = listQuery(query)
  return { page: await api('GET /meeting/list', { pageNum }) }
})

export type OwnMeeting = Output<ApiContract['GET /meeting/list']>['list'][number]

/** 我的会议: meetings to which the caller, or a company that they act for, is entitled. */
export default function MyMeetings({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  return (
    <section className="centre-card">
      <DataTable
        caption="我的会议"
        answer={answer}
        unit="次会议"
        empty={{ title: '还没有请您出席的会议', children: <p>您或所代表的单位有会议要参加时，会收到消息。</p> }}
        columns={[
          {
            name: '会议',
            cell: ({ id, title, bodyName }) => (
              <>
                <Link to={`/admin/user/meetings/${id}`}>{title}</Link>
                <span className="cell-note">{bodyName}</span>
              </>
            ),
          },
          { name: '时间', cell: ({ meetsOn, startsAt }) => `${meetsOn} ${startsAt}`.trim(), nowrap: true },
          { name: '地点', cell: ({ place, isWritten }) => (isWritten ? '通讯表决' : place || '—') },
          { name: '代表', cell: ({ seats }) => seats.map(({ name }) => name).join('、') },
          { name: '我的回复', cell: of => <Replies of={of} /> },
        ]}
      />
    </section>
  )
}

function Replies({ of: { seats, state, stateName, isWritten, asked } }: { of: OwnMeeting }) {
  const open = seats.filter(({ reply }) => reply === null).length
  if (isWritten) return <Tag>{stateName}</Tag>
  if (state !== 'planned') return <Tag>{seats.some(({ arrivedAt }) => arrivedAt) ? '已到会' : '未到会'}</Tag>
  return (
    <>
      {open > 0 ? (
        <Tag tone="warn">{open === 1 ? '待回复' : `${open} 席待回复`}</Tag>
      ) : (
        <Tag tone="good">{[...new Set(seats.map(({ replyName }) => replyName))].join('、')}</Tag>
      )}
      {asked > 0 && <Tag tone="warn">{asked} 项委托待确认</Tag>}
    </>
  )
}
