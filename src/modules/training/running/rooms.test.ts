import { describe, expect, test } from 'vitest'
import { type Guest, pairUp } from './roomPairing.ts'

let made = 0
const guest = (name: string, sex: Guest['sex'], more: Partial<Guest> = {}): Guest => ({
  id: ++made,
  name,
  sex,
  employer: name,
  stay: 'shared' as const,
  roommate: '',
  ...more,
})
const names = (rooms: Guest[][]) => rooms.map(room => room.map(({ name }) => name).join('+'))

describe('who sleeps with whom', () => {
  test('who wish for each other come first, then a wish of one, then colleagues, then whoever is left', () => {
    const rooms = pairUp([
      guest('甲', 'male', { employer: '一厂' }),
      guest('乙', 'male', { employer: '一厂', roommate: '丁' }),
      guest('丙', 'male', { employer: '一厂' }),
      guest('丁', 'male', { roommate: '乙' }),
      guest('戊', 'male', { roommate: '己' }),
      guest('己', 'male'),
      guest('庚', 'male'),
      guest('辛', 'male'),
    ])
    expect(names(rooms)).toEqual(['乙+丁', '戊+己', '甲+丙', '庚+辛'])
  })

  test('only people of one sex share, whatever they wish for; whose sex is not known sleeps alone', () => {
    const rooms = pairUp([
      guest('甲', 'male', { roommate: '乙', employer: '一厂' }),
      guest('乙', 'female', { roommate: '甲', employer: '一厂' }),
      guest('丙', null, { employer: '一厂' }),
    ])
    expect(names(rooms)).toEqual(['甲', '乙', '丙'])
  })

  test('a single room is a single room', () => {
    expect(names(pairUp([guest('甲', 'male', { stay: 'single', roommate: '乙' }), guest('乙', 'male')]))).toEqual([
      '乙',
      '甲',
    ])
  })

  test('who has a room with a free bed gets company before a new one is opened; two of those stay as they are', () => {
    const half = [guest('甲', 'male'), guest('乙', 'male'), guest('丙', 'female')]
    expect(names(pairUp([guest('丁', 'male'), guest('戊', 'male'), guest('己', 'male')], half))).toEqual([
      '甲+丁',
      '乙+戊',
      '己',
    ])
    expect(pairUp([], half)).toEqual([])
  })
})
