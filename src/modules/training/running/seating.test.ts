import { describe, expect, test } from 'vitest'
import { readSeat, seatOf } from '../seats.ts'
import { countNeighbourPairs, seatByTicket, seatMixed } from './seatingOrder.ts'

/** `AAB`: two of A, one of B, in the order of their tickets. */
const people = (employers: string) => [...employers].map((employer, i) => ({ id: i + 1, employer }))
const rooms = (...sizes: number[]) => sizes.map((size, i) => ({ name: `第${i + 1}考场`, size }))

function sitting(employers: string, sizes: number[], arrange = seatMixed) {
  const candidates = people(employers)
  const seated = arrange(candidates, rooms(...sizes))
  return seated.map(one => ({ ...one, employer: candidates.find(({ id }) => id === one.id)!.employer }))
}
const asText = (...of: Parameters<typeof sitting>) =>
  sitting(...of)
    .map(({ number, employer }) => (number === 1 ? `|${employer}` : employer))
    .join('')

describe('seats', () => {
  test('by ticket number: one room after the other is filled', () => {
    const seated = seatByTicket(people('AAAB'), rooms(3, 3))
    expect(seated.map(({ id, room, number }) => [id, seatOf(room, number)])).toEqual([
      [1, '第1考场 01'],
      [2, '第1考场 02'],
      [3, '第1考场 03'],
      [4, '第2考场 01'],
    ])
  })

  test('mixed: colleagues are kept apart, and everybody gets one seat', () => {
    expect(asText('AABB', [4])).toBe('|ABAB')
    expect(asText('AAABBC', [6])).toBe('|ABABAC')
    expect(asText('AAAABB', [3, 3])).toBe('|ABA|ABA')
    expect(asText('ABBBB', [5])).toBe('|BABBB')
    const seated = sitting('AAAABBBCCD', [4, 4, 4])
    expect(new Set(seated.map(({ id }) => id)).size).toBe(10)
    expect(new Set(seated.map(({ room, number }) => seatOf(room, number))).size).toBe(10)
  })

  test('the same people always get the same seats', () => {
    expect(sitting('AABBCC', [6])).toEqual(sitting('AABBCC', [6]))
  })

  test('no arrangement has fewer colleagues side by side: all of up to seven people of three employers', () => {
    for (const sizes of [[7], [3, 4], [2, 2, 3]])
      for (const employers of choices('ABC', 7)) {
        const candidates = [...employers].sort().join('')
        expect(countNeighbourPairs(sitting(candidates, sizes)), `${candidates} ${sizes}`).toBe(
          fewest(candidates, sizes),
        )
      }
  })
})

/** Returns every multiset of `length` letters. */
function choices(letters: string, length: number): string[] {
  if (length === 0) return ['']
  return [...letters].flatMap((letter, i) => choices(letters.slice(i), length - 1).map(rest => letter + rest))
}

/** Finds the minimum by trying every arrangement. */
function fewest(employers: string, sizes: number[]): number {
  const starts = new Set(sizes.map((_, i) => sizes.slice(0, i).reduce((sum, size) => sum + size, 0)))
  const known = new Map<string, number>()
  const best = (left: string, before: string, place: number): number => {
    if (left === '') return 0
    const key = `${left} ${before} ${place}`
    const found = known.get(key)
    if (found !== undefined) return found
    const tries = [...new Set(left)].map(
      next => (next === before && !starts.has(place) ? 1 : 0) + best(left.replace(next, ''), next, place + 1),
    )
    const least = Math.min(...tries)
    known.set(key, least)
    return least
  }
  return best(employers, '', 0)
}

test('a seat is written and read in one way', () => {
  expect(seatOf('一号考场', 3)).toBe('一号考场 03')
  expect(readSeat('一号考场 03')).toEqual({ room: '一号考场', number: 3 })
  expect(readSeat('东楼 201 室 120')).toEqual({ room: '东楼 201 室', number: 120 })
  expect(readSeat('门口')).toBeUndefined()
})
