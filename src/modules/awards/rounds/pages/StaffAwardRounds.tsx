import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { type RoundState, roundStateNames, roundStates } from '#modules/awards/rules.ts'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffAwardRounds'
import { StaffAwardRoundPlan } from './StaffAwardRoundPlan.tsx'

export { staffAwardRounds as handle } from '#modules/awards/pages/screens.ts'

type Filters = Input<ApiContract['GET /staff/award/round/list']>

export const clientLoader = listLoader(async (api, { query }) => {
  if (query.has('new')) return undefined
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'state', 'callId', 'key')
  const [page, calls] = await Promise.all([
    api('GET /staff/award/round/list', { ...filters, pageNum, pageSize }),
    api('GET /staff/award/round/calls', {}),
  ])
  return { filters, page, calls }
})

export const roundTones: Record<RoundState, Tone> = { planned: 'water', open: 'warn', closed: 'good' }

type List = NonNullable<Route.ComponentProps['loaderData']>

/** Rounds of all calls; with `?new=1` another one. */
export default function StaffAwardRounds({ loaderData: list }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (list) return <Rounds list={list} />
  return (
    <StaffAwardRoundPlan
      done={id => navigate(`/staff/award-rounds/${id}`)}
      cancel={() => navigate('/staff/award-rounds')}
    />
  )
}

function Rounds({ list }: { list: List }) {
  const { filters, calls } = list
  const answer = useLoaded(list.page)
  const navigate = useNavigate()
  return (
    <section className="desk-card">
      <h2 className="hidden-text">评审轮次列表</h2>
      <DataTable
        caption="评审轮次"
        answer={answer}
        unit="轮"
        filters={[
          {
            name: 'callId',
            label: '申报通知',
            options: calls.map(({ id, title }) => ({ code: String(id), name: title })),
          },
          { name: 'state', label: '状态', options: roundStates.map(code => ({ code, name: roundStateNames[code] })) },
          { name: 'key', label: '名称', kind: 'text' },
        ]}
        save={() => saveFile('GET /staff/award/round/export', filters)}
        actions={
          <Button type="primary" onClick={() => navigate('?new=1')}>
            新建评审
          </Button>
        }
        empty={{ title: '还没有评审轮次', children: <p>形式审查通过的申报，在这里安排专家评审。</p> }}
        columns={[
          {
            name: '轮次',
            cell: ({ id, name, callTitle }) => (
              <>
                <Link to={`/staff/award-rounds/${id}`}>{name}</Link>
                <span className="cell-note">{callTitle}</span>
              </>
            ),
          },
          { name: '评审组', cell: ({ groupName }) => groupName },
          { name: '方式', cell: ({ kindName }) => kindName, nowrap: true },
          { name: '状态', cell: of => <StateTag of={of} tones={roundTones} />, nowrap: true },
          {
            name: '截止',
            cell: ({ dueOn, isOverdue }) => (isOverdue ? <Tag tone="bad">{`${dueOn} 已到期`}</Tag> : dueOn),
            nowrap: true,
          },
          { name: '申报', cell: ({ entryCount }) => `${entryCount} 项`, nowrap: true },
          {
            name: '专家',
            cell: ({ experts, leader }) => (
              <>
                {experts ? `${experts} 位` : '未选'}
                {leader && <span className="cell-note">组长 {leader}</span>}
              </>
            ),
            nowrap: true,
          },
          {
            name: '已评',
            cell: ({ assigned, submitted }) => (assigned ? `${submitted} / ${assigned}` : '—'),
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}
