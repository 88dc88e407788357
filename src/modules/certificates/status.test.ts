import { describe, expect, test } from 'vitest'
import { typedKeys } from '#lib/keys.ts'
import {
  allowsEvent,
  type CertificateEvent,
  endAfter,
  eventKinds,
  eventNames,
  isRemark,
  lastDay,
  statusAfter,
  statusNames,
  statusOn,
  statusToday,
  toneOf,
} from './status.ts'

const dates = { issuedOn: '2022-03-01', validFrom: '2022-03-05', validTo: '2026-03-04' }
const issued: CertificateEvent = { kind: 'issued', effectiveOn: '2022-03-01' }
const on = (day: string, ...events: CertificateEvent[]) => statusOn(dates, [issued, ...events], day).status

describe('what a certificate is on a day', () => {
  test.each([
    ['2022-02-28', 'notYet', 'before it was issued'],
    ['2022-03-04', 'notYet', 'issued, but its validity begins tomorrow'],
    ['2022-03-05', 'valid', 'its first day'],
    ['2025-12-03', 'valid', '91 days before its last'],
    ['2025-12-04', 'expiring', '90 days before its last'],
    ['2026-03-04', 'expiring', 'its last day'],
    ['2026-03-05', 'expired', 'the day after'],
  ])('%s: %s (%s)', (day, status) => expect(on(day)).toBe(status))

  test('without an end it stays valid', () => {
    expect(statusOn({ ...dates, validTo: null }, [issued], '2099-01-01').status).toBe('valid')
  })

  test('when it was issued after its validity begins, it counts from its issue', () => {
    const late = { ...dates, issuedOn: '2022-04-01' }
    expect(statusOn(late, [], '2022-03-31').status).toBe('notYet')
    expect(statusOn(late, [], '2022-04-01').status).toBe('valid')
  })

  test('a suspension counts from its day to the day before it is lifted', () => {
    const events: CertificateEvent[] = [
      { kind: 'suspended', effectiveOn: '2023-05-01' },
      { kind: 'resumed', effectiveOn: '2023-08-01' },
    ]
    expect(['2023-04-30', '2023-05-01', '2023-07-31', '2023-08-01'].map(day => on(day, ...events))).toEqual([
      'valid',
      'suspended',
      'suspended',
      'valid',
    ])
  })

  test('a suspension that is never lifted ends with the certificate', () => {
    expect(on('2026-03-05', { kind: 'suspended', effectiveOn: '2023-05-01' })).toBe('expired')
  })

  test.each(['revoked', 'cancelled', 'replaced'] as const)(
    'what was %s was valid until the day before, and is never expired',
    kind => {
      const event = { kind, effectiveOn: '2024-06-01' }
      expect(on('2024-05-31', event)).toBe('valid')
      expect(on('2024-06-01', event)).toBe(kind)
      expect(on('2030-01-01', event)).toBe(kind)
    },
  )

  test('an expired certificate that is revoked later was expired in between', () => {
    const event: CertificateEvent = { kind: 'revoked', effectiveOn: '2026-06-01' }
    expect(on('2026-05-31', event)).toBe('expired')
    expect(on('2026-06-01', event)).toBe('revoked')
  })

  test('what is cancelled before it begins is cancelled', () => {
    expect(on('2022-03-03', { kind: 'cancelled', effectiveOn: '2022-03-02' })).toBe('cancelled')
  })

  test('every status has its Chinese name', () => {
    expect(statusOn(dates, [issued], '2026-03-04')).toEqual({ status: 'expiring', statusName: '有效，即将到期' })
    expect(statusToday({ ...dates, status: 'replaced' }, '2024-01-01')).toEqual({
      status: 'replaced',
      statusName: '已被替代',
    })
  })
})

describe('what may follow', () => {
  test('remarks change nothing', () => {
    const events: CertificateEvent[] = [
      issued,
      { kind: 'corrected', effectiveOn: '2023-01-01' },
      { kind: 'reviewed', effectiveOn: '2023-01-02' },
    ]
    expect(statusAfter(events)).toBe('valid')
  })

  test('only a suspended certificate is resumed; what is over is not suspended, but may be revoked', () => {
    expect(allowsEvent('suspended', 'resumed')).toBe(true)
    expect(allowsEvent('valid', 'resumed')).toBe(false)
    expect(allowsEvent('replaced', 'suspended')).toBe(false)
    expect(allowsEvent('replaced', 'revoked')).toBe(true)
    expect(allowsEvent('revoked', 'cancelled')).toBe(false)
  })

  test('in each standing these and no others, beside the remarks, which are always allowed', () => {
    const standings = ['valid', 'suspended', 'cancelled', 'replaced', 'revoked'] as const
    const follows = standings.map(standing => eventKinds.filter(kind => !isRemark(kind) && allowsEvent(standing, kind)))
    expect(follows).toEqual([
      ['suspended', 'revoked', 'cancelled', 'replaced'],
      ['resumed', 'revoked', 'cancelled', 'replaced'],
      ['revoked'],
      ['revoked'],
      [],
    ])
    expect(eventKinds.filter(isRemark)).toEqual(['corrected', 'changed', 'reviewed', 'reissued'])
    for (const standing of standings)
      for (const kind of eventKinds.filter(isRemark)) expect(allowsEvent(standing, kind)).toBe(true)
  })

  test.each([
    [['suspended', 'revoked'], 'revoked'],
    [['suspended', 'cancelled'], 'cancelled'],
    [['suspended', 'replaced'], 'replaced'],
    [['cancelled', 'revoked'], 'revoked'],
    [['replaced', 'revoked'], 'revoked'],
    [['revoked', 'resumed', 'replaced'], 'revoked'],
    [['suspended', 'resumed', 'reviewed'], 'valid'],
  ] as const)('%j makes it %s', (kinds, standing) => {
    expect(statusAfter(kinds.map(kind => ({ kind, effectiveOn: '2024-01-01' })))).toBe(standing)
  })
})

test.each([
  ['2026-03-01', 4, '2030-02-28'],
  ['2024-03-01', 4, '2028-02-29'],
  ['2024-02-29', 3, '2027-02-28'],
  ['2026-01-01', 3, '2028-12-31'],
])('from %s for %i years is until %s', (from, years, to) => expect(lastDay(from, years)).toBe(to))

test('what is given for no number of years never ends', () => {
  expect([endAfter('2026-03-01', 4), endAfter('2026-03-01', null)]).toEqual(['2030-02-28', null])
})

test('each status and each event has its name, and each status says whether to rely on it', () => {
  expect(typedKeys(statusNames).map(status => [statusNames[status], toneOf(status)])).toEqual([
    ['尚未生效', 'warn'],
    ['有效', 'good'],
    ['有效，即将到期', 'good'],
    ['已过期', 'bad'],
    ['已暂停', 'warn'],
    ['已撤销', 'bad'],
    ['已注销', 'bad'],
    ['已被替代', 'bad'],
  ])
  const names = eventKinds.map(kind => eventNames[kind]).join('、')
  expect(names).toBe('发证、暂停、恢复、撤销、注销、被替代、更正、变更、年度审核、补发')
})
