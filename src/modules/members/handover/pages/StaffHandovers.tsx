import { listLoader } from '#layouts/screenLoader.ts'
import { handovers } from '#modules/members/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { handoverFilters } from '../../handoverFilters.ts'
import type { HandoverState } from '../../handoverStates.ts'
import type { Route } from './+types/StaffHandovers'

export { staffHandovers as handle } from '#modules/members/pages/screens.ts'

export const clientLoader = listLoader(handovers.load)

export const handoverTones: Record<HandoverState, Tone> = {
  begun: 'plain',
  submitted: 'warn',
  frozen: 'water',
  approved: 'good',
  rejected: 'bad',
}

/** Companies whose contact has left: what waits for the association, longest first. */
export default function StaffHandovers({ loaderData }: Route.ComponentProps) {
  return (
    <RegisterTable
      of={handovers}
      loaded={loaderData}
      unit="件"
      empty={{ title: '没有未办结的联系人变更', children: <p>已办结的可以按状态查看。</p> }}
      filters={registerFilters(handoverFilters, {})}
      cells={{ statusName: ({ status, statusName }) => <Tag tone={handoverTones[status]}>{statusName}</Tag> }}
    />
  )
}
