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
import { StateTag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { meetingStateNames, meetingStates } from '../meetingWords.ts'
import type { Route } from './+types/StaffMeetings'
import { MeetingForm, optionsById } from './MeetingForm.tsx'
import { meetingTones } from './tones.ts'

export { staffMeetings as handle } from '#modules/meetings/pages/screens.ts'

type Filters = Input<ApiContract['GET /staff/meeting/list']>

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'state', 'bodyId', 'key')
  const [page, rules, kinds, choices] = await Promise.all([
    api('GET /staff/meeting/list', { ...filters, pageNum, pageSize }),
    listRecords(api, 'meetingRule'),
    listRecords(api, 'agendaKind'),
    api('GET /staff/meeting/choices', {}),
  ])
  return { filters, page, rules, kinds, choices }
})

/** 会议: those whose decisions are still to be recorded in front. */
export default function StaffMeetings({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const answer = useLoaded(loaderData.page)
  const [planning, setPlanning] = useState(false)
  return (
    <>
      <section className="desk-card">
        <h2 className="hidden-text">会议列表</h2>
        <DataTable
          caption="会议"
          answer={answer}
          unit="次"
          empty={{ title: '还没有会议', children: <p>新建一次会议，再选入待审议的申请，加入报告等其他议题。</p> }}
          filters={[
            { name: 'key', label: '名称', kind: 'text' },
            { name: 'bodyId', label: '机构', options: optionsById(loaderData.choices.bodies) },
            {
              name: 'state',
              label: '状态',
              options: meetingStates.map(code => ({ code, name: meetingStateNames[code] })),
            },
          ]}
          save={() => saveFile('GET /staff/meeting/export', filters)}
          actions={
            <Button type="primary" onClick={() => setPlanning(true)}>
              新建会议
            </Button>
          }
          columns={[
            { name: '名称', cell: ({ id, title }) => <Link to={`/staff/meetings/${id}`}>{title}</Link> },
            { name: '机构', cell: ({ bodyName }) => bodyName, nowrap: true },
            { name: '时间', cell: ({ meetsOn, startsAt }) => `${meetsOn} ${startsAt}`.trim(), nowrap: true },
            { name: '地点', cell: ({ place }) => place || '未定' },
            { name: '事项', cell: ({ items }) => `${items} 项`, nowrap: true },
            {
              name: '状态',
              cell: row => <StateTag of={row} tones={meetingTones} />,
              nowrap: true,
            },
          ]}
        />
        {planning && <MeetingForm close={() => setPlanning(false)} />}
      </section>
      <MeetingRules listed={loaderData.rules} />
      <AgendaKinds listed={loaderData.kinds} />
    </>
  )
}

/** Edits the charter rule of each body. Rules can be changed, but not added or removed. */
const MeetingRules = ({ listed }: { listed: Records<'meetingRule'> }) => (
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

const AgendaKinds = ({ listed }: { listed: Records<'agendaKind'> }) => (
  <RecordsScreen
    listed={listed}
    called="议题种类"
    className="desk-card movable-dense"
    id="kinds"
    title="议题种类"
    add="新增种类"
    blank={{ isOpen: 'yes' }}
    isOrdered
    about="申请以外的议题分哪些种类。停用后，新的议题不能再选，已有的不变。"
    empty={{ title: '还没有议题种类', children: '例如报告、章程修改、预算决算。' }}
    row={({ name, uses, values }) => (
      <p>
        <b>{name}</b>　{uses} 项{values.isOpen === 'yes' ? '' : '　已停用'}
      </p>
    )}
  />
)
