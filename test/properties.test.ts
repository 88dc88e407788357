import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditCodeCheck, isCreditCode } from '../src/lib/creditCode.ts'
import { addDays, dayOf, daysBetween, startOf } from '../src/lib/dates.ts'
import { readField } from '../src/lib/form/fieldReading.ts'
import { maskEmail, maskIdNumber, maskMobile, maskName } from '../src/lib/mask.ts'
import { capitalMoney, formatCurrency, multiplyAmount, shareOfAmount, sumAmounts } from '../src/lib/money.ts'
import { isResidentId, residentIdCheck } from '../src/lib/residentId.ts'
import { addWorkingDays, calendarWith, workingDaysBetween } from '../src/lib/workingDays.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map(n => addDays('1990-01-01', n))
const fen = fc.integer({ min: 0, max: 10_000_000_00 })
const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))

describe('whatever the day', () => {
  test('days added and days counted are the same days', () => {
    const days = fc.integer({ min: -5000, max: 5000 })
    fc.assert(
      fc.property(day, days, (from, count) => {
        expect(daysBetween(from, addDays(from, count))).toBe(count)
        expect(dayOf(startOf(from))).toBe(from)
      }),
    )
  })

  test('working days added and working days counted are the same days, holidays aside', () => {
    const holidays = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 })
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 40 }), holidays, holidays, (from, count, off, on) => {
        const free = new Set(off.map(n => addDays(from, n)))
        const worked = new Set(on.map(n => addDays(from, n)))
        const calendar = calendarWith(free, worked)
        const to = addWorkingDays(calendar, from, count)
        expect(workingDaysBetween(calendar, from, to)).toBe(count)
        const isWeekend = [0, 6].includes(new Date(to).getUTCDay())
        expect(count > 0 && (free.has(to) || (isWeekend && !worked.has(to)))).toBe(false)
      }),
    )
  })
})

describe('whatever the amount', () => {
  const exact = (of: bigint) => Number(of) / 100

  test('a part of it is what is reckoned without fractions, half a fen counting as one', () => {
    const parts = fc.integer({ min: 0, max: 200 })
    fc.assert(
      fc.property(fen, parts, fc.constantFrom(12, 100, 3, 7), (amount, some, of) => {
        const [twice, by] = [2n * BigInt(amount) * BigInt(some) + BigInt(of), 2n * BigInt(of)]
        expect(shareOfAmount(amount / 100, some, of)).toBe(exact(twice / by))
      }),
      { numRuns: 1000 },
    )
  })

  test('the parts into which it is split make the whole again', () => {
    fc.assert(
      fc.property(fen, fc.integer({ min: 1, max: 24 }), (amount, count) => {
        const upTo = (i: number) => shareOfAmount(amount / 100, i, count)
        const shares = Array.from({ length: count }, (_, i) => sumAmounts([upTo(i + 1), -upTo(i)]))
        expect(sumAmounts(shares)).toBe(amount / 100)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.0101)
      }),
    )
  })

  test('a sum is that of its fen, in any order, and so many times is as often added', () => {
    fc.assert(
      fc.property(fc.array(fen, { maxLength: 20 }), amounts => {
        const sum = exact(amounts.reduce((all, one) => all + BigInt(one), 0n))
        expect(sumAmounts(amounts.map(one => one / 100))).toBe(sum)
        expect(sumAmounts(amounts.toReversed().map(one => one / 100))).toBe(sum)
      }),
    )
    fc.assert(
      fc.property(fen, fc.integer({ min: 0, max: 60 }), (amount, count) => {
        expect(multiplyAmount(amount / 100, count)).toBe(sumAmounts(Array(count).fill(amount / 100)))
      }),
    )
  })

  test('it is kept as it was typed, with separators or without', () => {
    const field = { name: 'fee', label: '会费', section: '', kind: 'number' as const }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.boolean(), (amount, isSeparated) => {
        const typed = isSeparated ? formatCurrency(amount / 100).slice(1) : (amount / 100).toFixed(2)
        expect(readField(field, typed, '2026-11-21')).toEqual({ value: amount / 100 })
      }),
    )
  })

  test('no two are the same in capitals', () => {
    fc.assert(
      fc.property(fen, fen, (one, other) => {
        expect(capitalMoney(one / 100) === capitalMoney(other / 100)).toBe(one === other)
      }),
    )
  })
})

describe('whoever it is, a mask shows no more than its rule', () => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 30 })

  test('of a name the first and the last character, and of two the first', () => {
    fc.assert(
      fc.property(anything, name => {
        const [characters, shown] = [[...name], [...maskName(name)]]
        expect(shown).toHaveLength(Math.max(1, characters.length))
        const open = characters.length < 2 ? [] : characters.length === 2 ? [0] : [0, characters.length - 1]
        expect(shown.flatMap((one, i) => (one === '*' && characters[i] !== '*' ? [] : i))).toEqual(
          characters.flatMap((one, i) => (open.includes(i) || one === '*' ? i : [])),
        )
      }),
    )
  })

  test('of a number its ends, of a mobile number seven digits, of anything short nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z\d]{0,24}$/), number => {
        const open = (shown: string) => shown.replace(/\*/g, '').length
        expect(maskIdNumber(number)).toHaveLength(number.length)
        expect(open(maskIdNumber(number))).toBe(number.length < 5 ? 0 : 2)
        expect(open(maskMobile(number))).toBe(number.length < 11 ? 0 : 7)
      }),
    )
  })

  test('of an e-mail address one character and the house, and not how long the name is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z.]{1,20}$/), fc.domain(), (name, house) => {
        expect(maskEmail(`${name}@${house}`)).toBe(`${name[0]}***@${house}`)
      }),
    )
  })
})

describe('a check digit notices', () => {
  const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const first17 = fc.stringMatching(/^[0-9A-HJ-NP-RTUW-Y]{2}\d{6}[0-9A-HJ-NP-RTUW-Y]{9}$/)

  test('every wrong character of a credit code, and every two that were exchanged', () => {
    fc.assert(
      fc.property(first17, fc.nat(17), fc.constantFrom(...CHARACTERS), (code, at, other) => {
        const whole = [...code, creditCodeCheck(code)]
        expect(isCreditCode(whole.join(''))).toBe(true)
        expect(isCreditCode(whole.with(at, other).join(''))).toBe(whole[at] === other)
        const [left, right] = [whole[at]!, whole[at + 1] ?? whole[at]!]
        if (left !== right)
          expect(
            isCreditCode(
              whole
                .with(at, right)
                .with(at + 1, left)
                .join(''),
            ),
          ).toBe(false)
      }),
    )
  })

  test('every wrong digit of an identity number', () => {
    fc.assert(
      fc.property(day, digits(3), fc.nat(16), fc.constantFrom(...'0123456789'), (born, serial, at, other) => {
        const code = `110101${born.replaceAll('-', '')}${serial}`
        const whole = [...code, residentIdCheck(code)]
        expect(isResidentId(whole.join(''), '2100-01-01')).toBe(true)
        if (whole[at] !== other) expect(isResidentId(whole.with(at, other).join(''), '2100-01-01')).toBe(false)
      }),
    )
  })
})
