import { entryPath } from '#ui/MenuLink.tsx'
import { SHELL, type Shell, useShell } from './shell.ts'

type Crumb = { name: string; route: string | null }

export const HOME: Crumb = { name: '首页', route: '/admin/home' }

/** Puts the crumbs below the menu column that contains the first of them. */
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
