import { groups, type Screen } from '../../screens.ts'

const HOME = '/admin/user'
export const addressOf = ({ path }: Pick<Screen, 'path'>) => (path ? `${HOME}/${path}` : HOME)

/** What stands at an address of the member centre, and the number in it. */
export function screenAt(address: string): { screen: Screen; id: string | undefined } | undefined {
  const path = address.replace(/\/+$/, '').slice(HOME.length + 1)
  const [, rest, id] = path.match(/^(.*?)\/?([1-9]\d{0,8})?$/)!
  const pattern = id === undefined ? rest : `${rest}/:id`
  const screen = groups.flatMap(({ screens }) => screens).find(one => one.path === pattern)
  return screen && { screen, id }
}

/** The addresses that the catalogue and older links use: `/admin/user?tab=member`. */
const tabs: Record<string, string> = { member: 'membership', qualification: 'certificates', award: '' }
export const tabAddress = (tab: unknown): string | undefined =>
  typeof tab === 'string' && Object.hasOwn(tabs, tab) ? addressOf({ path: tabs[tab]! }) : undefined
