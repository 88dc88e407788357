import { type ReactNode, use } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useRouteLoaderData } from 'react-router'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import '#ui/tokens.css'
import '#ui/base.css'
import type { Route } from './+types/root'
import { useStyleFiles } from './layouts/firstView/useStyleFiles.ts'
import { Problem } from './layouts/Problem.tsx'
import { ScriptMark } from './layouts/scriptMark.ts'
import { useAlive } from './layouts/waiting.ts'

const load = (api: Api) => api('GET /config/public', {})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = () => false

/** Run before the first paint, so that a visitor's large type or high contrast does not flash in afterwards. */
const READING = `try{let d=document.documentElement.dataset;Object.assign(d,JSON.parse(localStorage.getItem('reading')||'{}'));if(d.elder==='off')delete d.elder}catch{}`

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const config = useRouteLoaderData<Route.ComponentProps['loaderData']>('root')
  const mark = use(ScriptMark)
  useAlive()
  const isGrey = config?.grey && (config.greyScope === 'site' || /^\/admin\/home(\/dash)?$/.test(pathname))
  return (
    <html
      lang="zh-CN"
      className={isGrey ? 'grey' : undefined}
      data-elder={config?.reading === 'elder' ? 'on' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script nonce={mark} dangerouslySetInnerHTML={{ __html: READING }} />
        <Meta />
        <Links />
        {config?.theme && <style dangerouslySetInnerHTML={{ __html: config.theme }} />}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useStyleFiles()
  return <Outlet />
}

/** Not even the header can be shown: the database is away, or the first script failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />
}
