import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { listRecords, type Records } from '#modules/settings/pages/recordCalls.ts'
import { StateTag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { type BoardState, boardKindOptions, boardStateNames, boardStates } from '../board.ts'
import type { Route } from './+types/StaffBoards'
import { BoardForm } from './BoardForm.tsx'

export { staffBoards as handle } from '#modules/review/pages/screens.ts'

type Filters = Input<ApiContract['GET /staff/board/list']>

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'state', 'kind', 'key')
  const [page, rules] = await Promise.all([
    api('GET /staff/board/list', { ...filters, pageNum, pageSize }),
    listRecords(api, 'boardRule'),
  ])
  return { filters, page, rules }
})

export const boardTones: Record<BoardState, Tone> = { planned: 'water', held: 'warn', recorded: 'good' }

/** Meetings that decide: those whose decisions are still to be recorded in front. */
export default function StaffBoards({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  const [planning, setPlanning] = useState(false)
  return (
    <>
      <section className="desk-card">
        <h2 className="hidden-text">审议会列表</h2>
        <DataTable
          caption="审议会"
          answer={answer}
          unit="次"
          empty={{ title: '还没有审议会', children: <p>新建一次审议会，再从待审议的申请中选入议程。</p> }}
          filters={[
            { name: 'key', label: '名称', kind: 'text' },
            { name: 'kind', label: '类别', options: boardKindOptions() },
            { name: 'state', label: '状态', options: boardStates.map(code => ({ code, name: boardStateNames[code] })) },
          ]}
          save={() => saveFile('GET /staff/board/export', filters)}
          actions={
            <Button type="primary" onClick={() => setPlanning(true)}>
              新建审议会
            </Button>
          }
          columns={[
            { name: '名称', cell: ({ id, title }) => <Link to={`/staff/board/${id}`}>{title}</Link> },
            { name: '类别', cell: ({ kindName }) => kindName, nowrap: true },
            { name: '日期', cell: ({ meetsOn }) => meetsOn, nowrap: true },
            { name: '地点', cell: ({ place }) => place || '未定' },
            { name: '事项', cell: ({ items }) => `${items} 项`, nowrap: true },
            {
              name: '状态',
              cell: row => <StateTag of={row} tones={boardTones} />,
              nowrap: true,
            },
          ]}
        />
        {planning && <BoardForm close={() => setPlanning(false)} />}
      </section>
      <BoardRules listed={loaderData.rules} />
    </>
  )
}

/** Edits the charter rule of each kind of meeting. Rules can be changed, but not added or removed. */
const BoardRules = ({ listed }: { listed: Records<'boardRule'> }) => (
  <RecordsScreen
    listed={listed}
    called="会议规则"
    className="desk-card movable-dense"
    id="rules"
    title="会议规则"
    about="按章程填写。修改后，以后召开的会议适用；已召开、已记录的会议仍按当时的规则。"
    row={({ name, values: { entitled }, sentences }) => (
      <>
        <p>
          <b>{name}</b>
        </p>
        <p>{[...(entitled ? [`应到 ${entitled} 人`] : []), ...sentences].join(' · ')}</p>
      </>
    )}
  />
)
