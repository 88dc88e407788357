import type { Stay } from '../participantWords.ts'

export type Guest = {
  id: number
  name: string
  sex: 'male' | 'female' | null
  employer: string
  stay: Stay
  /** Name of the preferred roommate. */
  roommate: string
}

/** Beds in a shared room. */
export const BEDS_PER_ROOM = 2

/**
 * Pairs guests for shared rooms: mutual wishes first, then one-sided ones, then colleagues, then the rest. Only people
 * of the same sex share; a guest of unknown sex gets a room alone. `half`: guests already in a half-occupied shared
 * room.
 */
export function pairUp(guests: readonly Guest[], half: readonly Guest[] = []): Guest[][] {
  const alone = guests.filter(({ stay, sex }) => stay === 'single' || (stay === 'shared' && sex === null))
  // Fills half-occupied rooms before opening new ones.
  const waiting = new Set([...half, ...guests.filter(({ stay, sex }) => stay === 'shared' && sex !== null)])
  const isOld = new Set(half.map(({ id }) => id))
  const pairs: Guest[][] = []
  const tests: ((a: Guest, b: Guest) => boolean)[] = [
    (a, b) => wishesToShare(a, b) && wishesToShare(b, a),
    (a, b) => wishesToShare(a, b) || wishesToShare(b, a),
    (a, b) => a.employer === b.employer,
    () => true,
  ]
  for (const suit of tests)
    for (const one of waiting) {
      if (!waiting.has(one)) continue
      const other = [...waiting].find(
        two => two !== one && two.sex === one.sex && !(isOld.has(one.id) && isOld.has(two.id)) && suit(one, two),
      )
      if (!other) continue
      pairs.push([one, other])
      waiting.delete(one)
      waiting.delete(other)
    }
  const left = [...waiting].filter(({ id }) => !isOld.has(id))
  return [...pairs, ...[...left, ...alone].map(guest => [guest])]
}

const wishesToShare = (one: Guest, other: Guest) => one.roommate !== '' && one.roommate === other.name
