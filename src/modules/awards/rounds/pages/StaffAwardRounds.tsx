import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { rounds } from '#modules/awards/pages/registers.ts'
import type { RoundState } from '#modules/awards/rules.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { roundFilters } from '../../roundFilters.ts'
import type { Route } from './+types/StaffAwardRounds'
import { StaffAwardRoundPlan } from './StaffAwardRoundPlan.tsx'

export { staffAwardRounds as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('new')) return undefined
  const [list, calls] = await Promise.all([rounds.load(api, address), api('GET /staff/award/round/calls', {})])
  return { ...list, calls }
})

export const roundTones: Record<RoundState, Tone> = { planned: 'water', open: 'warn', closed: 'good' }

/** Rounds of all calls; with `?new=1` another one. */
export default function StaffAwardRounds({ loaderData: list }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!list)
    return (
      <StaffAwardRoundPlan
        done={id => navigate(`/staff/award-rounds/${id}`)}
        cancel={() => navigate('/staff/award-rounds')}
      />
    )
  return (
    <RegisterTable
      of={rounds}
      loaded={list}
      unit="轮"
      filters={registerFilters(roundFilters, {
        callId: list.calls.map(({ id, title }) => ({ code: String(id), name: title })),
      })}
      actions={
        <Button type="primary" onClick={() => navigate('?new=1')}>
          新建评审
        </Button>
      }
      empty={{ title: '还没有评审轮次', children: <p>形式审查通过的申报，在这里安排专家评审。</p> }}
      cells={{
        stateName: of => <StateTag of={of} tones={roundTones} />,
        dueOn: ({ dueOn, isOverdue }) =>
          isOverdue ? <Tag tone="bad">{`${dueOn} 已到期`}</Tag> : <span className="cell-day">{dueOn}</span>,
        entryCount: ({ entryCount }) => `${entryCount} 项`,
        experts: ({ experts }) => (experts ? `${experts} 位` : '未选'),
        closedAt: ({ closedAt }) => (closedAt ? minute(closedAt) : '—'),
      }}
    />
  )
}
