import { lazy, Suspense } from 'react'
import { redirect, useRouteLoaderData } from 'react-router'
import { type Address, type Api, inBrowser, onServer } from '#api/load.ts'
import type { Route } from './+types/Staff'
import { head, type SiteConfig } from './head.ts'
import { Message } from './public/Message.tsx'
import { useFocusOnNavigation } from './public/useFocusOnNavigation.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { screenAt } from './staff/places.ts'
import { useMounted } from './useMounted.ts'
import './staff/staff.css'

const Desk = lazy(() => import('./staff/Desk.tsx'))

const load = async (_: Api, { path }: Address) => {
  if (!screenAt(path)) throw redirect('/404')
  return null
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) =>
  head(args, { name: `${screenAt(args.location.pathname)?.screen.name ?? '未找到'} - 工作后台`, hidden: true })

/**
 * The back office. The server renders an empty frame, the same for everyone; who is signed in, what that person may
 * do and everything else is asked for in the browser, and the component library comes with it.
 */
export default function Staff() {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const mounted = useMounted()
  useFocusOnNavigation()
  return (
    <div className="desk">
      <a className="skip" href="#main">
        跳到正文
      </a>
      {mounted ? (
        <ScreenBoundary>
          <Suspense fallback={<Opening name={association.shortName} />}>
            <Desk />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <Opening name={association.shortName} />
      )}
      <Message />
    </div>
  )
}

const Opening = ({ name }: { name: string }) => (
  <main id="main" tabIndex={-1} className="desk-opening">
    <h1>{name}工作后台</h1>
    <p role="status">正在打开…</p>
    <noscript>工作后台需要启用 JavaScript。</noscript>
  </main>
)
