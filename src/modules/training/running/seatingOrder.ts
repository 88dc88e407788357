import type { ExamRoom } from '../seats.ts'

/** Person to seat, in the order of ticket numbers. */
type Candidate = { id: number; employer: string }
type Seated = { id: number; room: string; number: number }

export const countSeats = (rooms: readonly ExamRoom[]) => rooms.reduce((sum, { size }) => sum + size, 0)

/** Fills the rooms in the order of ticket numbers. */
export const seatByTicket = (people: readonly Candidate[], rooms: readonly ExamRoom[]): Seated[] =>
  placesOf(people.length, rooms).map((place, i) => ({ id: people[i]!.id, ...place }))

/**
 * Colleagues apart: each next seat goes to somebody of the employer of whom most are still standing, but for that of the
 * neighbour before. Two of one employer sit side by side only where nobody else is left; the same people in the same
 * order always get the same seats.
 */
export function seatMixed(people: readonly Candidate[], rooms: readonly ExamRoom[]): Seated[] {
  const places = placesOf(people.length, rooms)
  const groups = [...Map.groupBy(people, ({ employer }) => employer).values()].map(members => [...members])
  const crowd = largestGroup(groups, undefined)
  if (crowd && crowd.length > places.filter(isOdd).length) return seatBetween(crowd, people, places)
  let before: string | undefined
  return places.map(place => {
    if (place.number === 1) before = undefined
    const next = largestGroup(groups, before) ?? largestGroup(groups, undefined)!
    const { id, employer } = next.shift()!
    before = employer
    return { id, ...place }
  })
}

type Place = { room: string; number: number }
const isOdd = ({ number }: Place) => number % 2 === 1

/**
 * For an employer with too many people: seats the others where each separates two of them, then at the ends of rooms.
 */
function seatBetween(crowd: readonly Candidate[], people: readonly Candidate[], places: readonly Place[]): Seated[] {
  const others = people.filter(({ employer }) => employer !== crowd[0]!.employer)
  const isBetween = (place: Place) => places[places.indexOf(place) + 1]?.room === place.room
  const even = places.filter(place => !isOdd(place))
  const parting = [...even.filter(isBetween), ...even.filter(place => !isBetween(place))].slice(0, others.length)
  const [apart, together] = [others.values(), crowd.values()]
  return places.map(place => ({ id: (parting.includes(place) ? apart : together).next().value!.id, ...place }))
}

/** Returns the largest group; ties go to the lowest ticket number, because groups are in that order. */
function largestGroup(groups: Candidate[][], except: string | undefined): Candidate[] | undefined {
  let found: Candidate[] | undefined
  for (const group of groups) if (group.length > (found?.length ?? 0) && group[0]!.employer !== except) found = group
  return found
}

function placesOf(count: number, rooms: readonly ExamRoom[]): Place[] {
  const places = rooms.flatMap(({ name, size }) =>
    Array.from({ length: size }, (_, i) => ({ room: name, number: i + 1 })),
  )
  return places.slice(0, count)
}

/** Counts pairs of neighbours in a room with the same employer. */
export function countNeighbourPairs(seated: readonly { room: string; number: number; employer: string }[]): number {
  const at = new Map(seated.map(one => [`${one.room} ${one.number}`, one.employer]))
  return seated.filter(one => at.get(`${one.room} ${one.number + 1}`) === one.employer).length
}
