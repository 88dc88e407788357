import { Outlet, useMatches } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { setShownAccount } from '#api/session.ts'
import { hasDuty, missingDutyMessage } from '#lib/access/duties.ts'
import { ActingFor } from '#modules/accounts/clerks/pages/ActingFor.tsx'
import { dropDraftsOfOthers } from '#ui/form/draft.ts'
import { ReadOnlyReason } from '#ui/form/waiting/readOnlyReason.ts'
import { Themed } from '#ui/Themed.tsx'
import { ConfirmSelf } from '../ConfirmSelf.tsx'
import { IdleWarning } from '../IdleWarning.tsx'
import { screenOf } from '../screen.ts'
import { screenLoader } from '../screenLoader.ts'
import type { Route } from './+types/Centre'

export { ScreenProblem as ErrorBoundary } from '../ScreenProblem.tsx'
export { afterActionsOnly as shouldRevalidate } from '../shouldRevalidate.ts'
export { Opening as HydrateFallback } from './Opening.tsx'

const askMember = () => browserApi('GET /member/info', {})
export const clientLoader = screenLoader(async api => {
  const info = await api('GET /member/info', {})
  setShownAccount(info.id)
  return info
})

/** The living part of the member centre: the component library in our look, and the screen of this address. */
export default function Centre({ loaderData: info }: Route.ComponentProps) {
  const { id, userName, clerk, idleMinutes } = info
  const { duties } = screenOf(useMatches()) ?? {}
  const isReader = clerk !== null && duties !== undefined && !hasDuty(clerk, duties)
  dropDraftsOfOthers(String(id))
  return (
    <Themed>
      <ActingFor {...info} />
      <ReadOnlyReason value={isReader ? missingDutyMessage(duties) : undefined}>
        <Outlet />
      </ReadOnlyReason>
      <ConfirmSelf of="member" userName={clerk?.userName ?? userName} />
      <IdleWarning minutes={idleMinutes} ask={askMember} />
    </Themed>
  )
}
