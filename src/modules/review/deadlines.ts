import { addDays } from '#lib/dates.ts'
import { addWorkingDays, type WorkingCalendar } from '#lib/workingDays.ts'
import { definitionOf, type State } from './stages.ts'

/**
 * Returns the working days that an application may wait at the association in this state; null if it is not its turn.
 */
export function timeToDecide(state: State): number | null {
  const definition = definitionOf(state)
  return definition?.waitsFor === 'staff' ? definition.days : null
}

/** The last day on which the staff should have acted; none where it is not their turn. */
export function staffDeadline(calendar: WorkingCalendar, state: State, since: string): string | null {
  const days = timeToDecide(state)
  return days === null ? null : addWorkingDays(calendar, since, days)
}

/** Returns the latest day of entering the state that is overdue today. */
export function overdueSince(calendar: WorkingCalendar, state: State, today: string): string | null {
  if (timeToDecide(state) === null) return null
  let since = addDays(today, -1)
  while (staffDeadline(calendar, state, since)! >= today) since = addDays(since, -1)
  return since
}
