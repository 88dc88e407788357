import { staffNavigation } from '../../staffNavigation.ts'

const entries = staffNavigation.flatMap(({ entries }) => entries).toSorted((a, b) => b.to.length - a.to.length)

/** Whether these permissions open the screen of a back-office address: that of the navigation's nearest entry. */
export function mayOpen(permissions: readonly string[], route: string): boolean {
  const path = route.split(/[?#]/)[0]!
  const entry = entries.find(({ to }) => path === to || path.startsWith(`${to}/`))
  return !entry?.permission || permissions.includes(entry.permission)
}
