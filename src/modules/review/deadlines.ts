import { addDays, addWorkingDays } from '#lib/dates.ts'
import { definitionOf, type State } from './stages.ts'

/** In working days: how long an application may lie on a desk of the association; null where it is not its turn. */
export function timeToDecide(state: State): number | null {
  const definition = definitionOf(state)
  return definition?.waitsFor === 'staff' ? definition.days : null
}

/** The last day on which the staff should have acted; none where it is not their turn. */
export function staffDeadline(state: State, since: string): string | null {
  const days = timeToDecide(state)
  return days === null ? null : addWorkingDays(since, days)
}

/** What has been in the state since this day or longer is overdue today. */
export function overdueSince(state: State, today: string): string | null {
  if (timeToDecide(state) === null) return null
  let since = addDays(today, -1)
  while (staffDeadline(state, since)! >= today) since = addDays(since, -1)
  return since
}
