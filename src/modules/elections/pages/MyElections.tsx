import { Link } from 'react-router'
import { screenLoader } from '#layouts/screenLoader.ts'
import { Empty } from '#ui/Empty.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/MyElections'
import { electionTones } from './electionTones.ts'

export { myElections as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /app/election/list', {}))

/** 我的换届选举: those on whose roll the member is, or in which one of its people is proposed. */
export default function MyElections({ loaderData: { list } }: Route.ComponentProps) {
  if (list.length === 0)
    return (
      <Empty title="没有与您有关的换届选举">
        <p>名册公布后，名册上的单位和个人在这里核对、提名、看候选人和结果。</p>
      </Empty>
    )
  return (
    <section className="centre-card">
      <Table
        caption="换届选举"
        rows={list}
        columns={[
          { name: '选举', cell: ({ id, title }) => <Link to={`/admin/user/elections/${id}`}>{title}</Link> },
          { name: '投票日', cell: ({ votesOn }) => votesOn ?? '未定', nowrap: true },
          { name: '状态', cell: row => <StateTag of={row} tones={electionTones} /> },
          { name: '您现在可以', cell: ({ todo }) => todo || '—' },
        ]}
      />
    </section>
  )
}
