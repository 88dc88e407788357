import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { keepDraftsOf } from '#ui/form/draft.ts'
import { Loading, States } from '#ui/States.tsx'
import { Themed } from '#ui/Themed.tsx'
import { IdleWarning } from '../IdleWarning.tsx'
import { ScreenBoundary } from '../ScreenBoundary.tsx'
import { MemberContext } from './member.ts'
import { screenAt } from './places.ts'

const askMember = () => browserApi('GET /member/info', {})

/** The living part of the member centre: the component library in our look, and the screen of this address. */
export default function Centre() {
  const { pathname } = useLocation()
  const member = useApi('GET /member/info', {})
  const { screen, id } = screenAt(pathname)!
  const Shown = screen.screen
  return (
    <Themed>
      <States answer={member}>
        {info => {
          keepDraftsOf(String(info.id))
          return (
            <MemberContext value={{ ...info, reload: member.reload }}>
              <ScreenBoundary key={pathname}>
                <Suspense fallback={<Loading />}>
                  <Shown key={id} />
                </Suspense>
              </ScreenBoundary>
              <IdleWarning minutes={info.idleMinutes} ask={askMember} />
            </MemberContext>
          )
        }}
      </States>
    </Themed>
  )
}
