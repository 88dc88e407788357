import { Fragment, useEffect, useMemo } from 'react'
import { useLocation, useMatches, useNavigation, useOutlet, useRevalidator } from 'react-router'
import { Revalidation } from '#api/useRevalidate.ts'
import { openedAt } from './screenAddress.ts'
import { takeRefresh } from './screenLoader.ts'

export { ScreenProblem as ErrorBoundary } from './ScreenProblem.tsx'

/** Around each screen: begins anew with each address, and says when another one is on its way. */
export default function Screen() {
  const location = useLocation()
  const { key } = location
  const revalidation = useRevalidator()
  const isLeaving = useNavigation().state === 'loading'
  const outlet = useOutlet()
  const matches = useMatches()
  // The router makes the outlet anew at each of its steps; a screen is drawn again only for its own address and data, and
  // not while another one is on its way, which on a phone would delay the answer to the press.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the matches change with the addresses and the data
  const screen = useMemo(() => outlet, [matches])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each step through the history
  useEffect(() => {
    if (takeRefresh()) void revalidation.revalidate()
  }, [key])
  return (
    <div className="screen" aria-busy={isLeaving}>
      <Revalidation value={revalidation}>
        <Fragment key={openedAt(location)}>{screen}</Fragment>
      </Revalidation>
    </div>
  )
}
