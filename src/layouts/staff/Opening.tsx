import { useRouteLoaderData } from 'react-router'
import type { SiteConfig } from '../head.ts'
import { NotOpened } from '../NotOpened.tsx'

export function Opening() {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <main id="main" tabIndex={-1} className="desk-opening">
      <h1>{association.shortName}工作后台</h1>
      <p role="status">正在打开…</p>
      <noscript>工作后台需要启用 JavaScript。</noscript>
      <NotOpened hidden />
    </main>
  )
}
