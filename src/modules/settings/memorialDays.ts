import { addDays } from '#lib/dates.ts'

/** Days of every year on which Chinese sites may be shown without colour; days of national mourning come by decree. */
const days = [
  { day: '07-07', name: '全民族抗战爆发纪念日' },
  { day: '09-18', name: '九一八事变纪念日' },
  { day: '09-30', name: '烈士纪念日' },
  { day: '12-13', name: '南京大屠杀死难者国家公祭日' },
]

/** The next of each, the nearest first. */
export function comingMemorialDays(today: string) {
  const year = Number(today.slice(0, 4))
  return days
    .map(({ day, name }) => {
      const on = `${year}-${day}` < today ? `${year + 1}-${day}` : `${year}-${day}`
      return { day: on, name, from: `${on}T00:00:00+08:00`, to: `${addDays(on, 1)}T00:00:00+08:00` }
    })
    .sort((a, b) => a.day.localeCompare(b.day))
}
