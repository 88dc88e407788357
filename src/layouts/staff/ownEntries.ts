import { staffNavigation } from '../../staffNavigation.ts'
import type { Group, StaffEntry } from '../screen.ts'
import { useInUse } from '../useParts.ts'
import { useStaff } from './staff.ts'

export const everyEntry = staffNavigation.flatMap(({ entries }) => entries)

/** Navigation entries that this staff member may open and this association uses. */
export function useOwnEntries(): Group<StaffEntry>[] {
  const { permissions } = useStaff()
  const inUse = useInUse(everyEntry)
  const mayOpen = ({ permission }: StaffEntry) => permission === undefined || permissions.includes(permission)
  return staffNavigation
    .map(({ name, entries }) => ({ name, entries: entries.filter(entry => inUse.includes(entry) && mayOpen(entry)) }))
    .filter(({ entries }) => entries.length > 0)
}
