import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import {
  allowsEvent,
  type CertificateEvent,
  eventKinds,
  type StoredStatus,
  statusAfter,
  statusOn,
  statusToday,
} from './status.ts'

const FIRST = '2024-01-01'
const day = fc.integer({ min: 0, max: 1500 }).map(n => addDays(FIRST, n))
const certificate = fc.record({ issuedOn: day, validFrom: day, validTo: fc.option(day) })
const events = fc
  .array(fc.record({ kind: fc.constantFrom(...eventKinds), effectiveOn: day }), { maxLength: 8 })
  .map(some => some.sort((a, b) => a.effectiveOn.localeCompare(b.effectiveOn)))

/** Independent implementation of the status rules, to compare with `statusOn`. */
function told({ issuedOn, validFrom, validTo }: Parameters<typeof statusOn>[0], past: CertificateEvent[], on: string) {
  const kinds = past.filter(({ effectiveOn }) => effectiveOn <= on).map(({ kind }) => kind)
  if (kinds.includes('revoked')) return 'revoked'
  const over = kinds.find(kind => kind === 'cancelled' || kind === 'replaced')
  if (over) return over
  if (on < issuedOn || on < validFrom) return 'notYet'
  if (validTo !== null && on > validTo) return 'expired'
  if (kinds.findLast(kind => kind === 'suspended' || kind === 'resumed') === 'suspended') return 'suspended'
  return validTo !== null && addDays(on, 90) >= validTo ? 'expiring' : 'valid'
}

test('on whichever day one asks, a certificate is what its events up to then say', () => {
  fc.assert(
    fc.property(certificate, events, day, (of, all, on) => {
      expect(statusOn(of, all, on).status).toBe(told(of, all, on))
    }),
    { numRuns: 1000 },
  )
})

test('what comes later changes nothing of what was', () => {
  fc.assert(
    fc.property(certificate, events, day, (of, all, on) => {
      const before = all.filter(({ effectiveOn }) => effectiveOn <= on)
      expect(statusOn(of, all, on)).toEqual(statusOn(of, before, on))
    }),
  )
})

test('what is stored, event by event as each is allowed, is what all events say today', () => {
  fc.assert(
    fc.property(certificate, events, (of, all) => {
      let status: StoredStatus = 'valid'
      const entered: CertificateEvent[] = []
      for (const event of all) {
        if (!allowsEvent(status, event.kind)) continue
        entered.push(event)
        status = statusAfter(entered)
      }
      const today = addDays(FIRST, 1500)
      expect(statusToday({ ...of, status }, today)).toEqual(statusOn(of, entered, today))
      expect(statusAfter(all)).toBe(status)
    }),
  )
})
