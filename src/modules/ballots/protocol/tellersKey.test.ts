import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PASSCODE_SIGNS } from '#lib/passcode.ts'
import { makeTellersKey, readShare, shareGroups, wrongGroups } from './tellersKey.ts'

const signs = fc.constantFrom(...PASSCODE_SIGNS)

describe('the share of a teller on paper', () => {
  test('is read as it is printed, in any case, with or without dashes; so is one from before groups had check signs', async () => {
    const [share] = (await makeTellersKey(3, 2)).shares
    const groups = shareGroups(share!)
    expect(groups).toHaveLength(19)
    for (const typed of [groups.join('-'), groups.join('').toLowerCase(), `\n${groups.join(' ')} `, share!]) {
      expect((await readShare(typed))?.text).toBe(share)
    }
  })

  test('names the group of every single wrong sign, and nothing else', async () => {
    const [share] = (await makeTellersKey(3, 2)).shares
    const printed = shareGroups(share!).join('')
    expect(wrongGroups(printed)).toEqual([])
    for (let at = 0; at < printed.length; at++)
      for (const sign of PASSCODE_SIGNS) {
        if (sign === printed[at]) continue
        const mistyped = printed.slice(0, at) + sign + printed.slice(at + 1)
        expect(wrongGroups(mistyped)).toEqual([Math.floor(at / 4) + 1])
      }
  })

  test('is never read where signs or groups were exchanged', async () => {
    const [share] = (await makeTellersKey(3, 2)).shares
    const printed = shareGroups(share!).join('')
    await fc.assert(
      fc.asyncProperty(fc.nat(printed.length - 1), fc.nat(printed.length - 1), async (one, other) => {
        fc.pre(printed[one] !== printed[other])
        const typed = [...printed]
        typed[one] = printed[other]!
        typed[other] = printed[one]!
        expect(await readShare(typed.join(''))).toBeUndefined()
      }),
    )
    const groups = shareGroups(share!)
    for (let at = 1; at < groups.length; at++) {
      if (groups[at] === groups[at - 1]) continue
      const swapped = groups.with(at, groups[at - 1]!).with(at - 1, groups[at]!)
      expect(wrongGroups(swapped.join('')), `groups ${at} and ${at + 1}`).not.toEqual([])
    }
  })

  test('is not mistaken for other texts of the same length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(signs, { minLength: 57, maxLength: 76 }), async typed => {
        expect(await readShare(typed.join(''))).toBeUndefined()
      }),
    )
  })

  test('finds no fault in a last group that is not typed to its end', async () => {
    const [share] = (await makeTellersKey(3, 2)).shares
    const printed = shareGroups(share!).join('')
    for (let n = 0; n < printed.length; n++) expect(wrongGroups(printed.slice(0, n))).toEqual([])
  })
})
