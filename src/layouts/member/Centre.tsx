import { Outlet } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { keepDraftsOf } from '#ui/form/draft.ts'
import { Themed } from '#ui/Themed.tsx'
import { IdleWarning } from '../IdleWarning.tsx'
import { screenLoader } from '../screenLoader.ts'
import type { Route } from './+types/Centre'

export { ScreenProblem as ErrorBoundary } from '../ScreenProblem.tsx'
export { onlyWhenAsked as shouldRevalidate } from '../shouldRevalidate.ts'
export { Opening as HydrateFallback } from './Opening.tsx'

const askMember = () => browserApi('GET /member/info', {})
export const clientLoader = screenLoader(api => api('GET /member/info', {}))

/** The living part of the member centre: the component library in our look, and the screen of this address. */
export default function Centre({ loaderData: { id, idleMinutes } }: Route.ComponentProps) {
  keepDraftsOf(String(id))
  return (
    <Themed>
      <Outlet />
      <IdleWarning minutes={idleMinutes} ask={askMember} />
    </Themed>
  )
}
