import { useRouteLoaderData } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { entryPath } from '#ui/MenuLink.tsx'
import type { Menu } from './menu.ts'

export type Navigation = Output<ApiContract['GET /cms/index/noLogin/navigation']>
export type PlaceCode = Navigation['places'][number]['code']
type Shell = { menu: Menu; navigation: Navigation }
type Crumb = { name: string; route: string | null }

export const HOME: Crumb = { name: '首页', route: '/admin/home' }

/** The route whose loader asks for what stands around every public page. */
const SHELL = 'layouts/Public'

/** Absent where that could not be loaded. */
export const useShell = () => useRouteLoaderData<Shell>(SHELL)

/** Where one of the places that each site has elsewhere is on this site; undefined where it has none. */
export const usePlace = (code: PlaceCode): string | undefined =>
  useShell()?.navigation.places.find(place => place.code === code)?.route

/** Under the column of this site's menu in which the first of these pages stands. */
function underColumn(shell: Shell | undefined, crumbs: Crumb[]): Crumb[] {
  const column = shell?.menu.find(({ list }) => list.some(({ path }) => path === crumbs[0]?.route))
  return column ? [{ name: column.name, route: entryPath(column) }, ...crumbs] : crumbs
}

export const useColumnCrumbs = (crumbs: Crumb[]) => underColumn(useShell(), crumbs)

/** The same in `meta`, from the home page on. */
export function columnCrumbs(matches: readonly ({ id?: string; loaderData?: unknown } | undefined)[], crumbs: Crumb[]) {
  const shell = matches.find(match => match?.id === SHELL)?.loaderData as Shell | undefined
  return [HOME, ...underColumn(shell, crumbs)]
}
