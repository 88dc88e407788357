import { describe, expect, test } from 'vitest'
import { ageOn, bodySentences, type Held, isSamePerson, postSentences, type RuleCase, ruleFaults } from './rules.ts'

const terms = [
  { id: 1, fromDay: '2012-05-01', toDay: '2017-04-30' },
  { id: 2, fromDay: '2017-05-01', toDay: '2022-04-30' },
  { id: 3, fromDay: '2022-05-01', toDay: '2027-04-30' },
]
let last = 0
const held = (more: Partial<Held> = {}): Held => ({
  id: ++last,
  bodyId: 1,
  postId: 1,
  termId: 3,
  personName: '程远',
  bornMonth: '1960-08',
  mobileHash: null,
  organisationId: 7,
  organisationName: '',
  fromDay: '2022-05-01',
  until: '2027-04-30',
  replacesId: null,
  ...more,
})
const check = (more: Partial<RuleCase> = {}) =>
  ruleFaults({
    of: held(),
    post: { rules: {} },
    body: { rules: {} },
    terms,
    others: [],
    legalPostIds: [],
    excludedBy: () => [],
    legalPerson: null,
    bodyName: id => ['', '理事会', '监事会'][id] ?? '',
    ...more,
  })
const rulesOf = (more: Partial<RuleCase>) => check(more).map(({ rule, field }) => `${rule} ${field}`)

describe('a rule of the charter', () => {
  test('of age counts on the first day, in the month of birth itself not yet, and asks for the month', () => {
    expect([ageOn('1952-05', '2022-05-01'), ageOn('1952-04', '2022-05-01'), ageOn('1952-06', '2022-05-01')]).toEqual([
      69, 70, 69,
    ])
    const post = { rules: { ageLimit: 70 } }
    expect(rulesOf({ post, of: held({ bornMonth: '1952-04' }) })).toEqual(['ageLimit bornMonth'])
    expect(rulesOf({ post, of: held({ bornMonth: '1952-05' }) })).toEqual([])
    expect(check({ post, of: held({ bornMonth: null }) })).toMatchObject([
      { rule: 'ageLimit', isExcusable: false, sentence: expect.stringContaining('请填写出生年月') },
    ])
  })

  test('of consecutive terms counts back without a gap', () => {
    const post = { rules: { maxTerms: 2 } }
    const inTerms = (...termIds: number[]) =>
      termIds.map(termId => held({ termId, until: null, fromDay: '2000-01-01' }))
    expect(rulesOf({ post, others: inTerms(1, 2) })).toEqual(['maxTerms personName'])
    expect(rulesOf({ post, others: inTerms(1) })).toEqual([])
    expect(rulesOf({ post, others: inTerms(2) })).toEqual([])
    expect(rulesOf({ post, others: inTerms(1, 2).map(one => ({ ...one, postId: 9 })) })).toEqual([])
  })

  test('of holders and of other bodies counts only those at the same time', () => {
    const post = { rules: { maxHolders: 1, excludedBodyIds: [2] } }
    const other = held({ personName: '尹航', organisationId: 8, bornMonth: '1970-01' })
    expect(rulesOf({ post, others: [other] })).toEqual(['maxHolders postId'])
    expect(rulesOf({ post, others: [{ ...other, until: '2022-04-30', fromDay: '2017-05-01' }] })).toEqual([])
    expect(rulesOf({ post, others: [held({ bodyId: 2, postId: 5 })] })).toEqual(['excludedBodies personName'])
    expect(rulesOf({ post, others: [held({ bodyId: 2, postId: 5, personName: '他人' })] })).toEqual([])
    const excludedBy = (postId: number) => (postId === 5 ? [1] : [])
    expect(rulesOf({ others: [held({ bodyId: 2, postId: 5 })], excludedBy })).toEqual(['excludedBodies personName'])
  })

  test('of legal persons names who is on record, and the association has one legal representative', () => {
    const post = { rules: { needsLegalPerson: true, isLegalRepresentative: true } }
    expect(check({ post, legalPerson: '王一' })[0]!.sentence).toContain('登记的法定代表人是王一')
    expect(rulesOf({ post, legalPerson: '程远' })).toEqual([])
    const others = [held({ postId: 4, personName: '尹航', organisationId: 8 })]
    expect(rulesOf({ post, legalPerson: '程远', others, legalPostIds: [1, 4] })).toEqual([
      'isLegalRepresentative postId',
    ])
  })

  test('of the share that may change counts who came later, not who succeeds for the same company', () => {
    const first = Array.from({ length: 10 }, (_, i) => held({ personName: `届初${i}`, organisationId: 100 + i }))
    const body = { rules: { maxChangePercent: 20, allowsExceptions: true } }
    const later = (organisationId: number, replacesId: number | null = null) =>
      held({ personName: `后来${organisationId}`, organisationId, replacesId, fromDay: '2024-01-01' })
    const [one, two] = [later(201), later(202)]
    expect(rulesOf({ body, of: two, others: [...first, one] })).toEqual([])
    expect(check({ body, of: later(203), others: [...first, one, two] })).toMatchObject([
      { rule: 'maxChangePercent', isExcusable: true, sentence: expect.stringContaining('已变动 3 人') },
    ])
    const successor = later(100, first[0]!.id)
    expect(rulesOf({ body, of: successor, others: [...first, one, two] })).toEqual([])
    const counting = { rules: { ...body.rules, countsNewRepresentatives: true } }
    expect(rulesOf({ body: counting, of: successor, others: [...first, one, two] })).toEqual([
      'maxChangePercent fromDay',
    ])
  })

  test('is shown as the sentence that a broken one says', () => {
    const rules = { ageLimit: 70, maxTerms: 2, excludedBodyIds: [2], allowsExceptions: true }
    const sentences = postSentences(rules, () => '监事会')
    expect(sentences).toHaveLength(4)
    const [fault] = check({ post: { rules }, of: held({ bornMonth: '1940-01' }) })
    expect(fault!.sentence.startsWith(sentences[0]!)).toBe(true)
    expect(postSentences({ allowsExceptions: true }, () => '')).toEqual([])
    expect(bodySentences({ maxChangePercent: 20 })).toEqual([
      '一届之内新任的不超过届初人数的 20%',
      '单位更换代表的不计入',
    ])
  })
})

test('namesakes are told apart by mobile, then by month of birth, then by organisation', () => {
  const same = (one: Partial<Held>, other: Partial<Held>) => isSamePerson(held(one), held(other))
  expect(same({ mobileHash: 'a', organisationId: 1 }, { mobileHash: 'a', organisationId: 2 })).toBe(true)
  expect(same({ mobileHash: 'a' }, { mobileHash: 'b' })).toBe(false)
  expect(same({ mobileHash: 'a' }, { bornMonth: '1961-01' })).toBe(false)
  expect(same({ bornMonth: null }, { organisationId: 8 })).toBe(false)
  expect(
    same(
      { bornMonth: null, organisationId: null, organisationName: '甲' },
      { organisationId: null, organisationName: '甲' },
    ),
  ).toBe(true)
})
