import { Fragment, useEffect } from 'react'
import { Outlet, useLocation, useNavigation, useRevalidator } from 'react-router'
import { openedAt } from './screenAddress.ts'
import { takeRefresh } from './screenLoader.ts'

export { ScreenProblem as ErrorBoundary } from './ScreenProblem.tsx'

/** Around each screen: begins anew with each address, and says when another one is on its way. */
export default function Screen() {
  const location = useLocation()
  const { key } = location
  const { revalidate } = useRevalidator()
  const isLeaving = useNavigation().state === 'loading'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each step through the history
  useEffect(() => {
    if (takeRefresh()) void revalidate()
  }, [key])
  return (
    <div className="screen" aria-busy={isLeaving}>
      <Fragment key={openedAt(location)}>
        <Outlet />
      </Fragment>
    </div>
  )
}
