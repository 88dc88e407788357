import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { ballotFilters } from '../ballotFilters.ts'
import type { Route } from './+types/StaffBallots'
import { BallotForm } from './BallotForm.tsx'
import { ballotTones } from './ballotTones.ts'
import { ballots } from './registers.ts'

export { staffBallots as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) =>
  address.query.has('new') ? { isNew: true } : ballots.load(api, address),
)

/** 投票: all ballots; with `?new=1` the form of a new one. */
export default function StaffBallots({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!('page' in loaderData))
    return <BallotForm done={id => navigate(`/staff/ballots/${id}`)} cancel={() => navigate('/staff/ballots')} />
  return (
    <RegisterTable
      of={ballots}
      loaded={loaderData}
      unit="次"
      filters={registerFilters(ballotFilters, {})}
      actions={
        <Button type="primary" onClick={() => navigate('?new=1')}>
          新建投票
        </Button>
      }
      empty={{ title: '还没有投票', children: <p>记名或无记名，网上或纸质，写好问题和名单就可以开始。</p> }}
      cells={{ stateName: row => <StateTag of={row} tones={ballotTones} /> }}
    />
  )
}
