import { dayOf } from '#lib/dates.ts'

const COUNT = 24

/** The current month and those before it, as choices. */
export function recentMonths() {
  const [year, month] = dayOf(new Date()).split('-').map(Number) as [number, number]
  return Array.from({ length: COUNT }, (_, i) => {
    const at = year * 12 + month - 1 - i
    const code = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
    return { code, name: code }
  })
}
