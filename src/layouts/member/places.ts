import { groups } from '../../screens.ts'
import { makePlaces } from '../places.ts'

export const { addressOf, screenAt, currentness } = makePlaces('/admin/user', groups)

/** The addresses that the catalogue and older links use: `/admin/user?tab=member`. */
const tabs: Record<string, string> = { member: 'membership', qualification: 'qualification', award: 'awards' }
export const tabAddress = (tab: unknown): string | undefined =>
  typeof tab === 'string' && Object.hasOwn(tabs, tab) ? addressOf({ path: tabs[tab]! }) : undefined
