import { calendarWith } from '#lib/workingDays.ts'
import { holidayDays } from '#modules/settings/holidayLines.ts'

const { holidays, worked } = holidayDays('')
/** Working days of a site on which nobody has changed them. */
export const calendar = calendarWith(holidays, worked)
