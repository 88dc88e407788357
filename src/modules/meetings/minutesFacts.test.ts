import { describe, expect, test } from 'vitest'
import type { Meeting } from './server/meetings.ts'
import { attendanceFacts } from './server/minutesFacts.ts'
import type { Seat } from './server/seats.ts'

const at = (time: string) => new Date(`2026-12-08T${time}+08:00`)
const of = {
  state: 'recorded',
  meetsOn: '2026-12-08',
  startsAt: '09:30',
  rule: null,
  entitled: 4,
  present: 3,
  onLeave: 0,
  attendees: ['甲', '乙'],
  chair: '甲',
  recorder: '乙',
} as unknown as Meeting
const seat = (id: number, personName: string, more: Partial<Seat> = {}) =>
  ({
    id,
    personName,
    name: personName,
    reply: 'attend',
    proxySeatId: null,
    proxyName: '',
    proxyState: null,
    mode: 'onSite',
    arrivedAt: at('09:20'),
    leftAt: null,
    ...more,
  }) as Seat
const away = { arrivedAt: null, mode: null }

describe('the facts of who was there', () => {
  test('name late arrivals from the minute after the beginning, those who left, and how each took part', () => {
    const facts = attendanceFacts(of, [
      seat(1, '甲', { arrivedAt: at('09:30:59') }),
      seat(2, '乙', { arrivedAt: at('09:31') }),
      seat(3, '丙', { mode: 'remote', leftAt: at('11:05') }),
      seat(4, '丁', away),
    ])
    expect(facts).toEqual([
      '应到 4 人，实到 3 人，请假 0 人。会议由甲主持，乙记录。',
      '现场出席（2）：甲、乙。',
      '线上出席（1）：丙。',
      '缺席（1）：丁。',
      '迟到（1）：乙 09:31 到会。',
      '中途离会（1）：丙 11:05 离会。',
    ])
  })

  test('count a proxy as used only if its carrier came, and call nobody late where no hour was set', () => {
    const proxy = { ...away, reply: 'proxy', proxyState: 'confirmed' } as const
    const facts = attendanceFacts({ ...of, startsAt: '' }, [
      seat(1, '甲', { arrivedAt: at('10:00') }),
      seat(2, '乙', { ...proxy, proxySeatId: 1 }),
      seat(3, '丙', { ...proxy, proxySeatId: 4 }),
      seat(4, '丁', { ...away, reply: 'leave' }),
      seat(5, '戊', { ...proxy, proxyState: 'asked', proxySeatId: 1 }),
      seat(6, '己', { ...proxy, proxyName: '庚' }),
    ])
    expect(facts.slice(1)).toEqual([
      '现场出席（1）：甲。',
      '委托（2）：乙委托甲、己委托庚。',
      '请假（1）：丁。',
      '缺席（2）：丙、戊。',
    ])
  })

  test('are the names that were typed where nobody was checked in, and the reason of an adjournment', () => {
    expect(attendanceFacts(of, [seat(1, '甲', away)])).toEqual([
      '应到 4 人，实到 3 人，请假 0 人。会议由甲主持，乙记录。',
      '出席（2）：甲、乙。',
    ])
    const adjourned = { ...of, state: 'adjourned', attendees: [], adjournReason: '出席不足' } as Meeting
    expect(attendanceFacts(adjourned, [])).toEqual(['会议休会，各项议题留待再次召开：出席不足。'])
  })
})
