export type Group = { code: string; name: string; size: number }
export type Shares = {
  /** Places by the code of the group. */
  seats: Map<string, number>
  /** Groups whose claims to the places that are left are equal; empty: all places are given out. */
  tied: Group[]
  seatsLeft: number
}

/**
 * Shares places out among groups by the largest remainder: each group has the whole part of its share, and the places that
 * are left go to the largest remainders. Groups with a share below `fewest` have that many first, and the others share the
 * rest. Where equal remainders compete for fewer places, nobody gets those: the tie is the association's to break.
 * Empty groups have none.
 */
export function shareSeats(groups: readonly Group[], places: number, fewest = 0): Shares {
  const seats = new Map(groups.map(({ code }) => [code, 0]))
  let sharing = groups.filter(({ size }) => size > 0)
  let left = places
  if (sharing.length * fewest > places) return { seats, tied: [...sharing], seatsLeft: places }
  for (;;) {
    const all = sharing.reduce((sum, { size }) => sum + size, 0)
    const small = sharing.filter(({ size }) => size * left < fewest * all)
    if (small.length === 0) return { ...largestRemainder(sharing, left, seats), seats }
    for (const { code } of small) seats.set(code, fewest)
    left -= small.length * fewest
    sharing = sharing.filter(group => !small.includes(group))
  }
}

function largestRemainder(groups: readonly Group[], places: number, seats: Map<string, number>) {
  const all = groups.reduce((sum, { size }) => sum + size, 0)
  if (all === 0) return { tied: [], seatsLeft: places }
  for (const { code, size } of groups) seats.set(code, Math.floor((size * places) / all))
  // Whole numbers, so that equal remainders are equal.
  const remainder = ({ size }: Group) => (size * places) % all
  let left = places - groups.reduce((sum, { code }) => sum + seats.get(code)!, 0)
  const byRemainder = groups.toSorted((one, other) => remainder(other) - remainder(one))
  while (left > 0) {
    const next = byRemainder.shift()!
    const level = [next, ...byRemainder.filter(other => remainder(other) === remainder(next))]
    if (level.length > left) return { tied: level, seatsLeft: left }
    for (const { code } of level) seats.set(code, seats.get(code)! + 1)
    left -= level.length
    for (const group of level.slice(1)) byRemainder.splice(byRemainder.indexOf(group), 1)
  }
  return { tied: [], seatsLeft: 0 }
}
