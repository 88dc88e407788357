/**
 * Rules of the charter about who may hold a post. They are data of the association: a rule that is absent does not apply.
 * Every rule is shown as a sentence, and a broken one says the same sentence.
 */
export type PostRules = {
  /** Whoever has reached this age on the first day may not hold the post. */
  ageLimit?: number
  /** Consecutive terms of the body in this post. */
  maxTerms?: number
  /** Holders at the same time. */
  maxHolders?: number
  /** Bodies in which the holder may have no post at the same time. */
  excludedBodyIds?: number[]
  /** The holder is the legal person of the organisation that holds the seat. */
  needsLegalPerson?: boolean
  /** The holder is the legal representative of the association, of which there is one. */
  isLegalRepresentative?: boolean
  /** The charter allows exceptions: staff may confirm a broken rule with a reason. */
  allowsExceptions?: boolean
}

export type BodyRules = {
  /** Share of the seats, in percent, that may change between the first day of a term and its end. */
  maxChangePercent?: number
  /** A company that sends somebody else counts as a change, too. */
  countsNewRepresentatives?: boolean
  allowsExceptions?: boolean
}

export const ruleCodes = [
  'ageLimit',
  'maxTerms',
  'maxHolders',
  'excludedBodies',
  'needsLegalPerson',
  'isLegalRepresentative',
  'maxChangePercent',
] as const
export type RuleCode = (typeof ruleCodes)[number]

const listOf = (names: readonly string[]) => names.map(name => `“${name}”`).join('、')

const ageSentence = (age: number) => `就任时年满 ${age} 周岁的不得担任`
const termsSentence = (terms: number) => `连续任职不超过 ${terms} 届`
const holdersSentence = (holders: number) => `同时在任的不超过 ${holders} 人`
const excludedSentence = (bodies: readonly string[]) => `不得同时在${listOf(bodies)}任职`
const LEGAL_PERSON = '须由所在单位的法定代表人担任'
const LEGAL_REPRESENTATIVE = '担任本会法定代表人，同时只有一人'
const changeSentence = (percent: number) => `一届之内新任的不超过届初人数的 ${percent}%`
const EXCEPTION = '章程允许例外：不符合的，写明理由后仍可任命'

/** The rules of a post as sentences, in the order in which they are checked. */
export function postSentences(rules: PostRules, bodyName: (id: number) => string): string[] {
  const { ageLimit, maxTerms, maxHolders, excludedBodyIds = [], allowsExceptions } = rules
  const sentences = [
    ...(ageLimit ? [ageSentence(ageLimit)] : []),
    ...(maxTerms ? [termsSentence(maxTerms)] : []),
    ...(maxHolders ? [holdersSentence(maxHolders)] : []),
    ...(excludedBodyIds.length > 0 ? [excludedSentence(excludedBodyIds.map(bodyName))] : []),
    ...(rules.needsLegalPerson ? [LEGAL_PERSON] : []),
    ...(rules.isLegalRepresentative ? [LEGAL_REPRESENTATIVE] : []),
  ]
  return sentences.length > 0 && allowsExceptions ? [...sentences, EXCEPTION] : sentences
}

export function bodySentences({ maxChangePercent, countsNewRepresentatives, allowsExceptions }: BodyRules): string[] {
  if (!maxChangePercent) return []
  return [
    changeSentence(maxChangePercent),
    countsNewRepresentatives ? '单位更换代表的也计入' : '单位更换代表的不计入',
    ...(allowsExceptions ? [EXCEPTION] : []),
  ]
}

/** Whole years between a month of birth (YYYY-MM) and a day: as many as are certain whatever the day of birth. */
export function ageOn(bornMonth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornMonth.slice(0, 4))
  return day.slice(5, 7) > bornMonth.slice(5, 7) ? years : years - 1
}

/** What is known of somebody who holds a post or shall hold it. */
export type Holder = {
  personName: string
  bornMonth: string | null
  mobileHash: string | null
  organisationId: number | null
  organisationName: string
}

/** A mobile tells namesakes apart, then the month of birth, then the organisation. */
export function isSamePerson(one: Holder, other: Holder): boolean {
  if (one.personName !== other.personName) return false
  if (one.mobileHash && other.mobileHash) return one.mobileHash === other.mobileHash
  if (one.bornMonth && other.bornMonth) return one.bornMonth === other.bornMonth
  if (one.organisationId !== null || other.organisationId !== null) return one.organisationId === other.organisationId
  return one.organisationName === other.organisationName
}

export type Term = { id: number; fromDay: string; toDay: string | null }
/** A post that somebody holds from a day to another (included); null: without end. */
export type Held = Holder & {
  id: number
  bodyId: number
  postId: number
  termId: number | null
  fromDay: string
  until: string | null
  replacesId: number | null
}

export type RuleFault = { rule: RuleCode; field: string; sentence: string; isExcusable: boolean }

/** What the rules of a new appointment are held against. */
export type RuleCase = {
  of: Omit<Held, 'id'>
  post: { rules: PostRules }
  body: { rules: BodyRules }
  /** Terms of the body, earliest first. */
  terms: readonly Term[]
  /** Other appointments: of the same name, in the same post or term, and of legal representatives. */
  others: readonly Held[]
  legalPostIds: readonly number[]
  /** Bodies in which the holder of a post may have no other. */
  excludedBy: (postId: number) => readonly number[]
  /** Legal person of the organisation; null: it is not on record. */
  legalPerson: string | null
  bodyName: (id: number) => string
}

const overlaps = (one: Pick<Held, 'fromDay' | 'until'>, other: Pick<Held, 'fromDay' | 'until'>) =>
  one.fromDay <= (other.until ?? '9999-12-31') && other.fromDay <= (one.until ?? '9999-12-31')

/** Names every rule that an appointment breaks. */
export function ruleFaults(given: RuleCase): RuleFault[] {
  const { of, post, body, others } = given
  const { rules } = post
  const faults: RuleFault[] = []
  const add = (rule: RuleCode, field: string, sentence: string, isExcusable = rules.allowsExceptions ?? false) =>
    faults.push({ rule, field, sentence, isExcusable })
  const atOnce = others.filter(other => overlaps(of, other))
  if (rules.ageLimit) {
    if (!of.bornMonth) add('ageLimit', 'bornMonth', `${ageSentence(rules.ageLimit)}：请填写出生年月，以便核对`, false)
    else if (ageOn(of.bornMonth, of.fromDay) >= rules.ageLimit)
      add('ageLimit', 'bornMonth', `${ageSentence(rules.ageLimit)}：就任时 ${ageOn(of.bornMonth, of.fromDay)} 周岁`)
  }
  if (rules.maxTerms) {
    const before = consecutiveTerms(given)
    if (before >= rules.maxTerms)
      add('maxTerms', 'personName', `${termsSentence(rules.maxTerms)}：此前已连续任职 ${before} 届`)
  }
  if (rules.maxHolders) {
    const holders = atOnce.filter(({ postId }) => postId === of.postId).length
    if (holders >= rules.maxHolders)
      add('maxHolders', 'postId', `${holdersSentence(rules.maxHolders)}：任期内已有 ${holders} 人`)
  }
  const elsewhere = atOnce.filter(other => isSamePerson(of, other))
  const excluded = elsewhere.filter(other => rules.excludedBodyIds?.includes(other.bodyId))
  if (excluded.length > 0) {
    const bodies = [...new Set(excluded.map(({ bodyId }) => given.bodyName(bodyId)))]
    add('excludedBodies', 'personName', `${excludedSentence(bodies)}：现正在任`)
  }
  // The rule of the other post: a supervisor may not become a director either.
  const excluding = elsewhere.find(other => given.excludedBy(other.postId).includes(of.bodyId))
  if (excluding)
    add(
      'excludedBodies',
      'personName',
      `在${given.bodyName(excluding.bodyId)}任职的${excludedSentence([given.bodyName(of.bodyId)])}`,
    )
  if (rules.needsLegalPerson && given.legalPerson !== of.personName)
    add(
      'needsLegalPerson',
      given.legalPerson === null ? 'organisationId' : 'personName',
      `${LEGAL_PERSON}：${given.legalPerson === null ? '请选择已登记的单位' : given.legalPerson ? `登记的法定代表人是${given.legalPerson}` : '该单位没有登记法定代表人'}`,
    )
  const representatives = atOnce.filter(({ postId }) => given.legalPostIds.includes(postId))
  if (rules.isLegalRepresentative && representatives.some(other => !isSamePerson(of, other)))
    add('isLegalRepresentative', 'postId', `${LEGAL_REPRESENTATIVE}：${representatives[0]!.personName}正在任`)
  if (body.rules.maxChangePercent) {
    const { seats, changes } = changesInTerm(given)
    if (changes > 0 && changes * 100 > seats * body.rules.maxChangePercent)
      add(
        'maxChangePercent',
        'fromDay',
        `${changeSentence(body.rules.maxChangePercent)}：届初 ${seats} 人，连同这一次已变动 ${changes} 人`,
        body.rules.allowsExceptions ?? false,
      )
  }
  return faults
}

/** Terms without a gap before this one in which the same person held the same post. */
function consecutiveTerms({ of, terms, others }: RuleCase): number {
  const place = terms.findIndex(({ id }) => id === of.termId)
  const held = new Set(
    others.filter(other => other.postId === of.postId && isSamePerson(of, other)).map(({ termId }) => termId),
  )
  const earlier = terms.slice(0, Math.max(place, 0)).toReversed()
  const gap = earlier.findIndex(({ id }) => !held.has(id))
  return gap === -1 ? earlier.length : gap
}

/** Seats on the first day of the term, and those appointed later in it, with this one. */
function changesInTerm({ of, body, terms, others }: RuleCase): { seats: number; changes: number } {
  const term = terms.find(({ id }) => id === of.termId)
  if (!term || of.fromDay <= term.fromDay) return { seats: 0, changes: 0 }
  const inTerm = others.filter(({ termId }) => termId === term.id)
  const counts = (one: Omit<Held, 'id'>) =>
    body.rules.countsNewRepresentatives ||
    one.replacesId === null ||
    one.organisationId === null ||
    inTerm.find(({ id }) => id === one.replacesId)?.organisationId !== one.organisationId
  if (!counts(of)) return { seats: 0, changes: 0 }
  const later = inTerm.filter(other => other.fromDay > term.fromDay && counts(other))
  return { seats: inTerm.filter(({ fromDay }) => fromDay <= term.fromDay).length, changes: later.length + 1 }
}
