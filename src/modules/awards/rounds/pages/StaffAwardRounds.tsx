import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import type { Input } from '#lib/contract.ts'
import { type RoundState, roundStateNames, roundStates } from '#modules/awards/calls/rules.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable, useFilters } from '#ui/table/DataTable.tsx'
import { StaffAwardRoundPlan } from './StaffAwardRoundPlan.tsx'

export const roundTones: Record<RoundState, Tone> = { planned: 'water', open: 'warn', closed: 'good' }

/** Rounds of all calls; with `?new=1` another one. */
export default function StaffAwardRounds() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  if (!query.has('new')) return <Rounds />
  return (
    <StaffAwardRoundPlan
      done={id => navigate(`/staff/award-rounds/${id}`)}
      cancel={() => navigate('/staff/award-rounds')}
    />
  )
}

type Filters = Input<ApiContract['GET /staff/award/round/export']>

function Rounds() {
  const navigate = useNavigate()
  const { pageNum, ...filters } = useFilters<Filters>('state', 'callId', 'key')
  const answer = useApi('GET /staff/award/round/list', { ...filters, pageNum, pageSize: 20 })
  const { data: calls = [] } = useApi('GET /staff/award/round/calls', {})
  return (
    <section className="desk-card">
      <h2 className="hidden-text">评审轮次列表</h2>
      <DataTable
        caption="评审轮次"
        answer={answer}
        keyOf={({ id }) => id}
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
          { name: '状态', cell: of => <Tag tone={roundTones[of.state]}>{of.stateName}</Tag>, nowrap: true },
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
