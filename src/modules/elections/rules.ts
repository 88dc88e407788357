import { neededOf, type Share, shareWords } from '#lib/share.ts'
import type { Question } from '#modules/ballots/protocol/question.ts'

export const passBaseNames = { received: '到会投票的人数（含无效票）', roll: '有选举权的人数' } as const
export type PassBase = keyof typeof passBaseNames

export const tieNames = {
  runOff: '票数相同的人中再投票一次',
  membership: '入会早的当选，入会日期相同的抽签',
  lot: '抽签',
} as const
export type TieRule = keyof typeof tieNames

/**
 * How a body is elected. Charters and the guides of the authorities differ, so each number is data of the association.
 * Every rule is shown as a sentence, and a broken one says the same sentence. Days are calendar days.
 */
export type ElectionRules = {
  /** Share of the voters that must take part. */
  quorum: Share | null
  /** Share that makes somebody elected, and of what it is taken; null: the most votes are enough. */
  pass: Share | null
  passOf: PassBase
  /** Candidates beyond the places, in percent of the places; 0: as many candidates as places are enough. */
  extraPercent: number
  /** Share of those elected who may have been in the body before, in percent; 100: all. */
  maxReelectedPercent: number
  /** Only whoever has paid the fee has a vote. */
  needsDues: boolean
  writeIns: boolean
  /** Persons whom one voter may propose; 0: only bodies propose. */
  nominationsPerVoter: number
  tie: TieRule
  /** Ballots at most, with the first one; places that are still empty then stay empty. */
  maxRounds: number
  /** In a further ballot the most votes are enough. */
  laterRoundsByMost: boolean
  /** The committee is there so many days before the day of election. */
  committeeDays: number
  /** The election is reported to the supervising authority so many days before. */
  reportDays: number
  /** Days for which the roll is published and objections are taken. */
  rollDays: number
  nominationDays: number
  /** Days for which the candidates are published before the vote. */
  candidateDays: number
  /** Days for which the result is published. */
  resultDays: number
  /** Days after the election within which it is filed. */
  filingDays: number
  /** Days that the election may come after the end of the term. */
  maxDelayDays: number
}

/** Suits most charters; the association sets its own. */
export const defaultRules: ElectionRules = {
  quorum: { numerator: 2, denominator: 3, isStrict: false },
  pass: { numerator: 1, denominator: 2, isStrict: true },
  passOf: 'received',
  extraPercent: 0,
  maxReelectedPercent: 100,
  needsDues: true,
  writeIns: false,
  nominationsPerVoter: 3,
  tie: 'runOff',
  maxRounds: 2,
  laterRoundsByMost: false,
  committeeDays: 60,
  reportDays: 30,
  rollDays: 7,
  nominationDays: 10,
  candidateDays: 7,
  resultDays: 7,
  filingDays: 30,
  maxDelayDays: 365,
}

export const candidatesSentence = ({ extraPercent }: ElectionRules) =>
  extraPercent > 0 ? `差额选举，候选人至少比名额多 ${extraPercent}%` : '候选人不少于名额，可以等额选举'
export const reelectedSentence = ({ maxReelectedPercent }: ElectionRules) =>
  `连任的不超过当选人数的 ${maxReelectedPercent}%`
export const quorumSentence = ({ quorum }: ElectionRules) =>
  quorum ? `${shareWords(quorum)}有选举权的参加投票，选举有效` : '参加投票的人数没有下限'
export const passSentence = ({ pass, passOf }: ElectionRules) =>
  pass ? `得票${shareWords(pass)}（按${passBaseNames[passOf]}计）的当选，得票多的在先` : '得票多的当选'
const NO_DUES = '会费未缴清的也有选举权'
export const DUES_SENTENCE = '会费缴清的才有选举权'

/** The rules as sentences, in the order in which an election comes to them. */
export const ruleSentences = (rules: ElectionRules): string[] => [
  rules.needsDues ? DUES_SENTENCE : NO_DUES,
  `选举人名册在内部公布 ${rules.rollDays} 天，期间可以提出异议`,
  rules.nominationsPerVoter > 0
    ? `有选举权的每家（每人）可以提名 ${rules.nominationsPerVoter} 人，期限 ${rules.nominationDays} 天`
    : `候选人由有关机构提名，期限 ${rules.nominationDays} 天`,
  candidatesSentence(rules),
  `候选人名单公布 ${rules.candidateDays} 天后投票`,
  ...(rules.writeIns ? ['选票上可以另写姓名'] : []),
  quorumSentence(rules),
  passSentence(rules),
  ...(rules.maxReelectedPercent < 100 ? [reelectedSentence(rules)] : []),
  `最后一个名额票数相同的：${tieNames[rules.tie]}`,
  rules.maxRounds > 1
    ? `名额没有选满的再次投票，连同第一次最多 ${rules.maxRounds} 次${rules.laterRoundsByMost ? '，再次投票时得票多的当选' : ''}；仍未选满的暂缺`
    : '名额没有选满的暂缺，不再投票',
  `结果公布 ${rules.resultDays} 天，${rules.filingDays} 天内报送备案`,
]

/** The fewest candidates for so many places. */
export const fewestCandidates = ({ extraPercent }: ElectionRules, seats: number): number =>
  seats + Math.ceil((seats * extraPercent) / 100)

/** Returns the fault of a list of candidates; undefined if there is none. */
export function candidatesFault(rules: ElectionRules, seats: number, candidates: number): string | undefined {
  const fewest = fewestCandidates(rules, seats)
  return candidates < fewest
    ? `${candidatesSentence(rules)}：名额 ${seats} 个，至少 ${fewest} 名候选人，现有 ${candidates} 名`
    : undefined
}

/** Returns the fault of who was elected; undefined if there is none. */
export function reelectedFault(rules: ElectionRules, elected: number, reelected: number): string | undefined {
  return reelected * 100 > elected * rules.maxReelectedPercent
    ? `${reelectedSentence(rules)}：当选 ${elected} 人，其中连任 ${reelected} 人`
    : undefined
}

/** Vote by which places are filled. `round`: 1 for the first. */
export function questionOf(
  rules: ElectionRules,
  { id, title, seats, round }: { id: string; title: string; seats: number; round: number },
  options: Question['options'],
): Question {
  return {
    id,
    title,
    kind: 'choose',
    options,
    min: 0,
    max: seats,
    // Who comes into a further ballot is settled by the one before.
    writeIns: rules.writeIns && round === 1,
    seats,
    share: round > 1 && rules.laterRoundsByMost ? null : rules.pass,
    shareOf: rules.passOf,
  }
}

/** What follows a counted ballot for one kind of place. */
export type Next =
  /** All places are filled. */
  | 'done'
  /** More are level than places are left, and the tie is settled without another ballot, or after the last one. */
  | 'tie'
  /** The tied alone stand in another ballot. */
  | 'runOff'
  /** All who were not elected stand in another ballot. */
  | 'repeat'
  /** Places stay empty. */
  | 'vacant'

/** A tie is named where several are level at the last place; a run-off among them counts as a further ballot. */
export function nextOf(
  { tie, maxRounds }: Pick<ElectionRules, 'tie' | 'maxRounds'>,
  { round, tied, seatsLeft, others }: { round: number; tied: number; seatsLeft: number; others: number },
): Next {
  if (seatsLeft === 0) return 'done'
  const isLast = round >= maxRounds
  if (tied > 0) return tie === 'runOff' && !isLast ? 'runOff' : 'tie'
  return isLast || others === 0 ? 'vacant' : 'repeat'
}

export type Tied = { id: number; memberSince: string | null }

/**
 * Settles a tie by longer membership. Returns the winners, or undefined where the days do not decide: two are equal at
 * the last place, or a day is not on record.
 */
export function settleByMembership(tied: readonly Tied[], seats: number): number[] | undefined {
  if (tied.some(({ memberSince }) => memberSince === null)) return undefined
  const sorted = tied.toSorted((one, other) => (one.memberSince! < other.memberSince! ? -1 : 1))
  if (sorted.length > seats && sorted[seats - 1]!.memberSince === sorted[seats]!.memberSince) return undefined
  return sorted.slice(0, seats).map(({ id }) => id)
}

export const neededVoters = ({ quorum }: ElectionRules, voters: number): number =>
  quorum ? neededOf(quorum, voters) : 0
