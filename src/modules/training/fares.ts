import { sumAmounts } from '#lib/money.ts'

/** 票种: a price of an event. Participants keep its code, which stands for no other fare of the event. */
export type Fare = {
  code: string
  name: string
  /** Yuan a person. */
  feeMember: number
  feeOther: number
  /** Last day of the early price; null: there is none. */
  earlyUntil: string | null
  earlyMember: number | null
  earlyOther: number | null
  /** Limit of its own, besides the places of the event; null: none. */
  quota: number | null
}
/** What members of a level pay for a fare, and how many of their organisation come free. */
export type LevelFare = { fare: string; level: string; fee: number | null; free: number | null }

type Priced = { fares: readonly Fare[]; feeMember: number; feeOther: number }

/** The fares of an event; one without a name where it has a single price. */
export const faresOf = ({ fares, feeMember, feeOther }: Priced): readonly Fare[] =>
  fares.length > 0 ? fares : [{ code: '', name: '', feeMember, feeOther, ...NO_EXTRAS }]
const NO_EXTRAS = { earlyUntil: null, earlyMember: null, earlyOther: null, quota: null }

/** Price of a fare before and after its last early day, to this registrant as a member, and to others. */
export type QuotedFare = {
  code: string
  name: string
  usual: Record<'member' | 'other', number>
  early: Record<'member' | 'other', number> | null
  /** Today is within the early days. */
  isEarlyNow: boolean
  /** Free shares left to the registrant. */
  free: number
}

/** What participants of one registration pay. */
export type Quote = {
  isMember: boolean
  /** So many of them at the members' price; null: all. */
  memberPlaces: number | null
  fares: QuotedFare[]
  /** People signed up within the early days, who keep that price in a correction. */
  early: { name: string; fare: string }[]
}

export type Person = { name: string; fare: string }
export type Price = { fare: string; fee: number; isFree: boolean; isEarly: boolean; atMemberPrice: boolean }

/** Prices of people in their order: free shares first, then the members' price as long as places at it are left. */
export function pricesOf({ isMember, memberPlaces, fares, early }: Quote, people: readonly Person[]): Price[] {
  let places = isMember ? (memberPlaces ?? people.length) : 0
  const free = new Map(fares.map(fare => [fare.code, isMember ? fare.free : 0]))
  const kept = [...early]
  return people.map(({ name, fare: code }) => {
    const fare = fares.find(one => one.code === code) ?? fares[0]!
    const at = kept.findIndex(one => one.name === name && one.fare === fare.code)
    if (at >= 0) kept.splice(at, 1)
    const isEarly = fare.early !== null && (fare.isEarlyNow || at >= 0)
    const price = isEarly ? fare.early! : fare.usual
    const atMemberPrice = places > 0
    if (atMemberPrice) places--
    const isFree = atMemberPrice && (free.get(fare.code) ?? 0) > 0
    if (isFree) free.set(fare.code, free.get(fare.code)! - 1)
    const fee = isFree ? 0 : atMemberPrice ? price.member : price.other
    return { fare: fare.code, fee, isFree, isEarly, atMemberPrice }
  })
}

export const totalOf = (prices: readonly Price[]): number => sumAmounts(prices.map(({ fee }) => fee))

/** Price that an event has in a list: the lowest of its fares. */
export const lowestOf = (fares: readonly Fare[], who: 'feeMember' | 'feeOther'): number =>
  Math.min(...fares.map(fare => fare[who]))

/** Names the faults of fares as they are edited; `taken`: people who have each, by code. */
export function fareFaults(fares: readonly Fare[], levels: readonly LevelFare[], taken: ReadonlyMap<string, number>) {
  const wrong: Record<string, string> = {}
  for (const [i, fare] of fares.entries()) {
    const at = (name: string, text: string) => {
      wrong[`fares.${i}.${name}`] ??= text
    }
    if (fares.findIndex(({ name }) => name === fare.name) < i) at('name', `“${fare.name}”重复`)
    const early = [fare.earlyMember, fare.earlyOther].some(fee => fee !== null)
    if (fare.earlyUntil && !early) at('earlyMember', '有早鸟截止日的，请填写早鸟价')
    if (!fare.earlyUntil && early) at('earlyUntil', '有早鸟价的，请填写早鸟截止日')
    const held = taken.get(fare.code) ?? 0
    if (fare.quota !== null && fare.quota < held) at('quota', `已有 ${held} 人，不能少于 ${held}`)
  }
  for (const [i, { fare, level, fee, free }] of levels.entries()) {
    const at = (name: string, text: string) => {
      wrong[`levelFares.${i}.${name}`] ??= text
    }
    if (!fares.some(({ name }) => name === fare)) at('fare', fares.length > 0 ? '没有这个票种' : '先填写票种')
    if (levels.findIndex(one => one.fare === fare && one.level === level) < i) at('level', '这个票种已写过这个级别')
    if (fee === null && free === null) at('fee', '请填写价格或免费名额')
  }
  return wrong
}
