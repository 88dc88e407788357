import { describe, expect, test } from 'vitest'
import { type LevelRequirements, levelRequirements } from '../catalogue/server/kindSettings.ts'
import { countedPeople } from './server/countedPeople.ts'
import { coverOf, type Held, meetsCriteria, type Workforce } from './server/cover.ts'
import { countRequirements, expiringOf, isSameTerm, labelOf, termsOf, unitOf } from './server/levelRequirements.ts'

const today = '2026-11-21'

/** A certificate of a cleaner that is valid today and for a long time, unless told otherwise. */
const held = (of: Partial<Held> = {}): Held => ({
  certNo: 'P-1',
  kindCode: 'HQ1',
  kindName: '化学清洗员',
  levelCode: '1',
  validFrom: '2024-01-01',
  validTo: '2028-12-31',
  isSuspended: false,
  ...of,
})
const person = (name: string, of: Held[] = [], rank: Workforce['people'][number]['rank'] = null) => ({
  id: 1,
  name,
  rank,
  held: of,
})
const workforce = (people: Workforce['people'], of: Partial<Workforce> = {}): Workforce => ({
  today,
  capital: null,
  staff: null,
  people,
  ...of,
})
const asked = (of: Partial<LevelRequirements>): LevelRequirements => ({
  requirement: {},
  certifiedKinds: [],
  holderRules: [],
  ...of,
})
const rule = { name: '项目负责人', level: '', kinds: ['HQ1'], grade: '', count: null, share: null }
const any = { kinds: [] }

describe('which certificates count', () => {
  test('of any kind where none is named, else of these alone, and of the grade that is asked', () => {
    expect(meetsCriteria(held(), any)).toBe(true)
    expect(meetsCriteria(held(), { kinds: ['SJ1', 'HQ1'] })).toBe(true)
    expect(meetsCriteria(held(), { kinds: ['SJ1'] })).toBe(false)
    expect(meetsCriteria(held(), { kinds: ['HQ1'], grade: '' })).toBe(true)
    expect(meetsCriteria(held(), { kinds: ['HQ1'], grade: '1' })).toBe(true)
    expect(meetsCriteria(held(), { kinds: ['HQ1'], grade: '2' })).toBe(false)
    expect(meetsCriteria(held(), { kinds: ['SJ1'], grade: '1' })).toBe(false)
  })

  test('who holds none, a suspended one, or one that begins tomorrow is not certified', () => {
    expect(coverOf([], any, today)).toBeNull()
    expect(coverOf([held({ isSuspended: true })], any, today)).toBeNull()
    expect(coverOf([held({ validFrom: '2026-11-22' })], any, today)).toBeNull()
    expect(coverOf([held({ validFrom: today })], any, today)).toEqual({ certNo: 'P-1', validTo: '2028-12-31' })
    expect(coverOf([held({ kindCode: 'SJ1' })], { kinds: ['HQ1'] }, today)).toBeNull()
  })

  test('one that begins when the one before ends goes on with it; a day between is a gap', () => {
    const first = held({ validTo: '2026-12-31' })
    const next = held({ certNo: 'P-2', validFrom: '2027-01-01', validTo: '2030-12-31' })
    expect(coverOf([first, next], any, today)).toEqual({ certNo: 'P-2', validTo: '2030-12-31' })
    const late = { ...next, validFrom: '2027-01-02' }
    expect(coverOf([first, late], any, today)).toEqual({ certNo: 'P-1', validTo: '2026-12-31' })
  })

  test('of two at once the one that lasts longer covers, and nothing lasts longer than what never ends', () => {
    const short = held({ certNo: 'P-2', validFrom: '2025-01-01', validTo: '2027-01-01' })
    expect(coverOf([held(), short], any, today)).toEqual({ certNo: 'P-1', validTo: '2028-12-31' })
    expect(coverOf([held(), { ...short, validTo: '2028-12-31' }], any, today)!.certNo).toBe('P-1')
    const endless = held({ certNo: 'P-3', validFrom: '2025-06-01', validTo: null })
    expect(coverOf([held(), endless], any, today)).toEqual({ certNo: 'P-3', validTo: null })
    expect(coverOf([endless, held({ validFrom: '2026-01-01' })], any, today)).toEqual({ certNo: 'P-3', validTo: null })
  })
})

describe('what a level asks for', () => {
  test('its numbers, in their order, and nothing where it is 0 or left empty', () => {
    const requirement = { works: 2, capital: 500, certified: 4, junior: 0, middle: 3, senior: 1 }
    expect(termsOf(asked({ requirement, certifiedKinds: ['HQ1'] }))).toEqual([
      { what: 'senior', needed: 1 },
      { what: 'middle', needed: 3 },
      { what: 'certified', needed: 4, certificates: { kinds: ['HQ1'] } },
      { what: 'capital', needed: 500 },
      { what: 'works', needed: 2 },
    ])
    expect(termsOf(asked({}))).toEqual([])
  })

  test('people of certain kinds by number, by their share of the staff, or both', () => {
    const certificates = { kinds: ['HQ1'], grade: '2' }
    const holderRules = [{ ...rule, grade: '2', count: 2, share: 30 }]
    expect(termsOf(asked({ holderRules }))).toEqual([
      { what: 'holders', name: '项目负责人', needed: 2, certificates },
      { what: 'share', name: '项目负责人占职工的比例', needed: 30, certificates },
    ])
    expect(termsOf(asked({ holderRules: [{ ...rule, count: 2 }] }))).toHaveLength(1)
    expect(termsOf(asked({ holderRules: [rule] }))).toEqual([])
  })

  test('of the rules of its kind those for it, and those for every level', () => {
    const [every, forA, forB] = ['', 'A', 'B'].map(level => ({ ...rule, level })) as [
      typeof rule,
      typeof rule,
      typeof rule,
    ]
    const kind = { certifiedKinds: ['HQ1'], holderRules: [every, forA, forB] }
    expect(levelRequirements(kind, { code: 'A', requirement: { senior: 1 } })).toEqual({
      requirement: { senior: 1 },
      certifiedKinds: ['HQ1'],
      holderRules: [every, forA],
    })
  })

  test('is called by its own name, or by what it is', () => {
    expect([labelOf({ what: 'holders', name: '司炉工' }), labelOf({ what: 'holders' })]).toEqual([
      '司炉工',
      '规定种类的持证人员',
    ])
    const whats = ['senior', 'middle', 'junior', 'certified', 'holders', 'share', 'capital', 'works'] as const
    expect(whats.map(what => `${labelOf({ what })} ${unitOf({ what })}`)).toEqual([
      '高级职称人员 名',
      '中级及以上职称人员 名',
      '初级职称人员 名',
      '持证人员 名',
      '规定种类的持证人员 名',
      '持证人员占职工的比例 %',
      '注册资本 万元',
      '近期业绩 项',
    ])
  })

  test('is the same thing at another time by what it is and what it is called', () => {
    expect(isSameTerm({ what: 'holders', name: '甲' }, { what: 'holders', name: '甲' })).toBe(true)
    expect(isSameTerm({ what: 'holders', name: '甲' }, { what: 'holders', name: '乙' })).toBe(false)
    expect(isSameTerm({ what: 'share', name: '甲' }, { what: 'holders', name: '甲' })).toBe(false)
  })
})

describe('how much of it there is', () => {
  const have = (
    of: Partial<LevelRequirements>,
    people: Workforce['people'],
    more: Partial<Workforce> = {},
    day = today,
  ) => countRequirements(asked(of), workforce(people, more), day).map(term => term.have)
  const [senior, middle, junior, none] = (['senior', 'middle', 'junior', null] as const).map(rank =>
    person('某人', [], rank),
  ) as [Workforce['people'][number], ...Workforce['people']]

  test('who has a higher title has the lower one, too, and is counted once', () => {
    const people = [senior!, middle!, middle!, junior!, none!]
    expect(have({ requirement: { senior: 1, middle: 3, junior: 1 } }, people)).toEqual([1, 3, 1])
    expect(have({ requirement: { middle: 1, junior: 2 } }, people)).toEqual([3, 3])
    expect(have({ requirement: { junior: 2 } }, people)).toEqual([4])
    expect(have({ requirement: { middle: 5, junior: 2 } }, people)).toEqual([3, 1])
  })

  test('certificates are counted by person and day', () => {
    const people = [
      person('甲', [held({ validTo: '2026-12-01' }), held({ certNo: 'P-2', validTo: '2026-11-30' })]),
      person('乙', [held({ validTo: null })]),
      person('丙', [held({ kindCode: 'SJ1' })]),
      person('丁'),
    ]
    const of = { requirement: { certified: 2 }, certifiedKinds: ['HQ1'] }
    expect(have(of, people)).toEqual([2])
    expect(have(of, people, {}, '2026-12-01')).toEqual([2])
    expect(have(of, people, {}, '2026-12-02')).toEqual([1])
    expect(have({ requirement: { certified: 2 } }, people)).toEqual([3])
    expect(have({ holderRules: [{ ...rule, kinds: ['SJ1'], count: 1 }] }, people)).toEqual([1])
  })

  test('a share is of all the staff that the company states, in whole per cent; unknown where it states none', () => {
    const of = { holderRules: [{ ...rule, share: 30 }] }
    const people = [person('甲', [held()]), person('乙', [held()])]
    expect(have(of, people, { staff: 3 })).toEqual([66])
    expect(have(of, people, { staff: null })).toEqual([null])
    expect(have(of, people, { staff: 0 })).toEqual([null])
  })

  test('capital is what is registered; works only the company can tell', () => {
    expect(have({ requirement: { capital: 500, works: 2 } }, [], { capital: 800 })).toEqual([800, null])
    expect(have({ requirement: { capital: 500 } }, [])).toEqual([null])
  })
})

test('those whose certificate ends within 90 days are named, the nearest first, and only with nothing to follow', () => {
  const people = [
    person('甲', [held({ certNo: 'P-1', validTo: '2027-02-19' })]),
    person('乙', [held({ certNo: 'P-2', validTo: today })]),
    person('丙', [held({ certNo: 'P-3', validTo: '2027-02-20' })]),
    person('丁', [held({ certNo: 'P-4', validTo: null })]),
    person('戊', [
      held({ certNo: 'P-5', validTo: '2026-12-31' }),
      held({ certNo: 'P-6', validFrom: '2027-01-01', validTo: '2030-12-31' }),
    ]),
    person('己'),
  ]
  expect(expiringOf(workforce(people), any)).toEqual([
    { name: '乙', certNo: 'P-2', validTo: today, daysLeft: 0 },
    { name: '甲', certNo: 'P-1', validTo: '2027-02-19', daysLeft: 90 },
  ])
})

describe('who counts, and who does not and why', () => {
  const left = (...of: Held[]) => countedPeople(workforce([person('甲', of)]), { kinds: ['HQ1'], grade: '1' }).left

  test('by which certificate', () => {
    const both = [held(), held({ certNo: 'P-2', kindCode: 'HQ1', kindName: '清洗员', validTo: null })]
    expect(countedPeople(workforce([person('甲', both), person('乙')]), { kinds: ['HQ1'], grade: '1' })).toEqual({
      counted: [{ name: '甲', certNo: 'P-2', kindName: '清洗员', validTo: null }],
      left: [{ name: '乙', why: '没有有效的证书' }],
    })
  })

  test.each<[string, Held[]]>([
    ['没有有效的证书', []],
    [
      '持有的是“水处理”、“无损检测”，不计入',
      [
        held({ kindCode: 'SJ1', kindName: '水处理' }),
        held({ kindCode: 'WS1', kindName: '无损检测' }),
        held({ kindCode: 'SJ1', kindName: '水处理' }),
      ],
    ],
    ['证书的级别不是要求的级别', [held({ levelCode: '2' })]],
    ['证书 P-1 已暂停', [held({ isSuspended: true })]],
    ['证书 P-1 已暂停', [held({ isSuspended: true, validFrom: '2027-01-01' })]],
    ['证书 P-2 尚未生效', [held({ kindCode: 'SJ1' }), held({ certNo: 'P-2', validFrom: '2027-01-01' })]],
  ])('%s', (why, of) => expect(left(...of)).toEqual([{ name: '甲', why }]))
})
