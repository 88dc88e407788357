import { describe, expect, test } from 'vitest'
import type { LevelRequirements } from '../catalogue/server/kindSettings.ts'
import type { Held, Workforce } from './server/cover.ts'
import { itemsOf } from './server/eligibility.ts'
import { isWorse, type Lack, lackOf, sentenceOf, shortfallStage } from './server/lacks.ts'

const today = '2026-11-21'
const ending = (validTo: string | null, certNo = `P-${validTo}`): Held => ({
  certNo,
  kindCode: 'HQ1',
  kindName: '化学清洗员',
  levelCode: '',
  validFrom: '2024-01-01',
  validTo,
  isSuspended: false,
})
const workforce = (of: Partial<Workforce>, ...ends: (string | null)[]): Workforce => ({
  today,
  capital: null,
  staff: null,
  people: ends.map((validTo, i) => ({ id: i, name: `员工${i}`, rank: null, held: [ending(validTo)] })),
  ...of,
})
const asked = (of: Partial<LevelRequirements>): LevelRequirements => ({
  requirement: {},
  certifiedKinds: [],
  holderRules: [],
  ...of,
})
const certified = (count: number) => asked({ requirement: { certified: count } })
const rule = { name: '项目负责人', level: '', kinds: ['HQ1'], grade: '', count: null, share: null }
const FAR = '2030-12-31'

describe('what a level asks for beside what there is of it', () => {
  const said = (of: LevelRequirements, who: Workforce) => itemsOf(of, who).map(({ sentence }) => sentence)

  test('is met by enough, and by what the register cannot say', () => {
    const all = asked({ requirement: { certified: 2, works: 1 }, holderRules: [{ ...rule, count: 3 }] })
    expect(itemsOf(all, workforce({}, FAR, FAR)).map(({ what, have, isMet }) => [what, have, isMet])).toEqual([
      ['certified', 2, true],
      ['holders', 2, false],
      ['works', null, true],
    ])
  })

  test('names who counts and whose certificate ends soon, of certificates alone', () => {
    const all = asked({ requirement: { certified: 1, capital: 5 }, holderRules: [{ ...rule, share: 10 }] })
    const [first, share, capital] = itemsOf(all, workforce({ staff: 4, capital: 7 }, '2026-12-01'))
    const counted = [{ name: '员工0', certNo: 'P-2026-12-01', kindName: '化学清洗员', validTo: '2026-12-01' }]
    expect(first).toMatchObject({ label: '持证人员', unit: '名', needed: 1, counted, left: [] })
    expect(first!.expiring).toMatchObject([{ name: '员工0', daysLeft: 10 }])
    expect(share).toMatchObject({ counted, expiring: [], have: 25 })
    expect(capital).toMatchObject({ counted: [], left: [], expiring: [], have: 7 })
  })

  test('is said in a sentence', () => {
    expect(said(certified(4), workforce({}, FAR, null))).toEqual(['需要 4 名持证人员，现有 2 名有效'])
    expect(said(certified(4), workforce({}))).toEqual(['需要 4 名持证人员，本单位未登记人员，无法核对'])
    expect(said(asked({ requirement: { senior: 2 } }), workforce({}, FAR))).toEqual([
      '需要 2 名高级职称人员，现有 0 名',
    ])
    expect(said(asked({ requirement: { works: 3 } }), workforce({}))).toEqual(['需要近期业绩 3 项，由申请表填报'])
  })

  test('of capital what is registered, or that nothing is', () => {
    const of = asked({ requirement: { capital: 500 } })
    expect(said(of, workforce({ capital: 800 }))).toEqual(['需要注册资本 500 万元，登记为 800 万元'])
    expect(said(of, workforce({}))).toEqual(['需要注册资本 500 万元，单位资料中尚未填写'])
  })

  test('of a share how large it is, or why nobody can tell', () => {
    const of = asked({ holderRules: [{ ...rule, share: 30 }] })
    expect(said(of, workforce({ staff: 8 }, FAR))).toEqual([
      '需要项目负责人占职工的比例不低于 30%，职工 8 人，现为 12%',
    ])
    expect(said(of, workforce({}, FAR))).toEqual([
      '需要项目负责人占职工的比例不低于 30%，单位资料中没有填写职工人数，无法核对',
    ])
  })

  test('with those that end soon: day by day, or, where that are many days, how many and the first', () => {
    expect(said(certified(1), workforce({}, FAR, today, '2026-12-31', '2026-12-31'))).toEqual([
      '需要 1 名持证人员，现有 4 名有效，其中 1 名 今天到期、2 名 40 天后到期',
    ])
    const three = ['2026-11-22', '2026-11-23', '2026-11-24']
    expect(said(certified(1), workforce({}, ...three))[0]).toContain(
      '1 名 1 天后到期、1 名 2 天后到期、1 名 3 天后到期',
    )
    expect(said(certified(1), workforce({}, ...three, '2026-11-25'))[0]).toBe(
      '需要 1 名持证人员，现有 4 名有效，其中 4 名 90 天内到期，最早的 1 天后到期',
    )
  })
})

describe('what is missing', () => {
  const lack = (count: number, ...ends: (string | null)[]) => lackOf(certified(count), workforce({}, ...ends), today)

  test('now, where there are too few now', () => {
    expect(lack(2, FAR)).toStrictEqual({ missing: [{ what: 'certified', needed: 2, have: 1 }], lacksOn: today })
    expect(lack(1, FAR)).toBeUndefined()
    expect(lackOf(asked({ requirement: { works: 2 } }), workforce({}), today)).toBeUndefined()
  })

  test('from the day after a certificate has ended, within 90 days', () => {
    expect(lack(1, '2026-12-31')).toEqual({
      missing: [{ what: 'certified', needed: 1, have: 0 }],
      lacksOn: '2027-01-01',
    })
    expect(lack(1, '2027-02-18')?.lacksOn).toBe('2027-02-19')
    expect(lack(1, '2027-02-19')).toBeUndefined()
    expect(lack(1, null)).toBeUndefined()
  })

  test('at the first of several days on which there are too few', () => {
    expect(lack(2, '2027-01-31', '2026-12-31', '2026-12-01')?.lacksOn).toBe('2027-01-01')
  })

  test('by name, where there is a rule of a name', () => {
    const of = asked({ holderRules: [{ ...rule, count: 2 }] })
    expect(lackOf(of, workforce({}, FAR), today)!.missing).toEqual([
      { what: 'holders', name: '项目负责人', needed: 2, have: 1 },
    ])
  })

  const of = (have: number, lacksOn = today, more: object[] = []): Lack => ({
    missing: [{ what: 'certified', needed: 4, have }, ...(more as Lack['missing'])],
    lacksOn,
  })

  test('is said as it is, or as it will be', () => {
    const capital = { what: 'capital', needed: 500, have: 300 }
    expect(sentenceOf(of(3, today, [capital]), today)).toBe(
      '持证人员需要 4 名，现有 3 名；注册资本需要 500 万元，现有 300 万元',
    )
    expect(sentenceOf(of(3, '2027-01-01'), today)).toBe('自 2027年1月1日 起，持证人员需要 4 名，将只有 3 名')
    expect([shortfallStage(of(3), today), shortfallStage(of(3, '2026-11-22'), today)]).toEqual(['short', 'ahead'])
  })

  test('is told again when it has come, when more is missing, or something else; not when it is the same or less', () => {
    const known = (have: number, told: 'ahead' | 'short') => ({ ...of(have), told })
    const later = '2026-12-24'
    expect(isWorse(known(3, 'ahead'), of(3), today)).toBe(true)
    expect(isWorse(known(3, 'ahead'), of(3, later), today)).toBe(false)
    expect(isWorse(known(3, 'short'), of(3), today)).toBe(false)
    expect(isWorse(known(3, 'short'), of(2), today)).toBe(true)
    expect(isWorse(known(2, 'short'), of(3), today)).toBe(false)
    expect(isWorse(known(3, 'short'), of(3, today, [{ what: 'capital', needed: 500, have: 1 }]), today)).toBe(true)
    const lowered = { missing: [{ what: 'certified', needed: 3, have: 2 }], lacksOn: today } as Lack
    expect(isWorse(known(3, 'short'), lowered, today)).toBe(false)
  })
})
