import type { NeededDuties } from '#lib/access/duties.ts'
import type { InUse } from '#lib/parts.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import type { IconName } from '#ui/Icon.tsx'
import type { StaffIconName } from './staff/StaffIcon.tsx'

/** The `handle` of a screen's route: what the frame around it shows and asks. */
export type Screen = {
  name: string
  /** Permission to open a screen of staff. The server still checks each call. */
  permission?: Permission
  /** Duties any of which the forms of a member's screen take: a clerk without them only reads these. */
  duties?: NeededDuties
  /** Kind of record, as in the audit log, whose number the address has: its history stands below the screen. */
  record?: string
}
/** The `handle` of a screen that stands in the navigation; the others are reached from one, and stand below it. */
type Entry = Screen & {
  to: string
  /** Shown where the association has one of these; absent: always. */
  parts?: readonly InUse[]
}
export type MemberEntry = Entry & { only?: 'judges' }
/** An entry of the member centre's menu: a screen, or several that belong together. */
export type MemberArea = { name: string; icon: IconName; screens: MemberEntry[] }
export type MemberGroup = { name: string; areas: MemberArea[] }
type Act = { name: string; to: string }
export type StaffEntry = Entry & {
  icon: StaffIconName
  acts?: readonly Act[]
}
export type Group<E extends Entry> = { name: string; entries: E[] }

/** Returns the screen of an address, from the innermost match; undefined if there is none. */
export const screenOf = (matches: readonly ({ handle?: unknown } | undefined)[]) =>
  matches.at(-1)?.handle as Screen | undefined

/** Value of `aria-current` for a navigation entry; `true`: on a screen below it that has no nearer entry. */
export function ariaCurrentOf(entry: Entry, entries: readonly Entry[], pathname: string): 'page' | 'true' | undefined {
  const here = `${pathname.replace(/\/+$/, '')}/`
  if (here === `${entry.to}/`) return 'page'
  // The first entry is the area's root: everything stands below it, so it is nobody's nearest.
  const above = entries.slice(1).filter(({ to }) => here.startsWith(`${to}/`))
  const nearest = above.toSorted((a, b) => b.to.length - a.to.length)[0]
  return nearest === entry ? 'true' : undefined
}
