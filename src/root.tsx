import { type ReactNode, use } from 'react'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { Outlet, useLocation, useRouteLoaderData } from '#ui/router/router.tsx'
import '#ui/tokens.css'
import '#ui/base.css'
import type { Route } from './+types/root'
import { PageParts } from './layouts/document/PageParts.ts'
import { useStyleFiles } from './layouts/firstView/useStyleFiles.ts'
import { Problem } from './layouts/Problem.tsx'
import { useAnnounceHydration } from './layouts/scriptLoading.ts'

const load = (api: Api) => api('GET /config/public', {})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const config = useRouteLoaderData<Route.ComponentProps['loaderData']>('root')
  const { Head, Scripts } = use(PageParts)
  useAnnounceHydration()
  const isGrey = config?.grey && (config.greyScope === 'site' || /^\/admin\/home(\/dash)?$/.test(pathname))
  return (
    <html
      lang="zh-CN"
      className={isGrey ? 'grey' : undefined}
      data-elder={config?.reading === 'elder' ? 'on' : undefined}
      suppressHydrationWarning
    >
      <Head theme={config?.theme} />
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  useStyleFiles()
  return <Outlet />
}

/** Shown if not even the header can be rendered: no database, or the first script failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Problem error={error} />
}
