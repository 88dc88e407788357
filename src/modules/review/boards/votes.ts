import { type BoardRule, voteBaseNames } from './boardRule.ts'
import { neededOf, shareWords } from '#lib/share.ts'

/** Votes on one item. `recused`: those who stood aside for conflict of interest. */
export type Votes = { yes: number; no: number; abstained: number; recused: number }
export type Heads = { entitled: number; present: number }

export type Tally = {
  /** Present and not recused. */
  voters: number
  /** Number of which the majority is taken. */
  base: number
  needed: number
  notVoted: number
  passes: boolean
}

/** Evaluates votes under a rule. A tie does not pass: a majority is always more than half of its base. */
export function tallyOf(vote: NonNullable<BoardRule['vote']>, { entitled, present }: Heads, votes: Votes): Tally {
  const { yes, no, abstained, recused } = votes
  const voters = present - recused
  const base = (vote.of === 'present' ? present : entitled) - recused
  const needed = neededOf(vote.majority, base)
  return { voters, base, needed, notVoted: voters - yes - no - abstained, passes: yes >= needed && yes > no }
}

/** 同意 26、反对 1、弃权 1, and what else there is to say. */
export function votesWords({ yes, no, abstained, recused }: Votes, present: number): string {
  const notVoted = present - recused - yes - no - abstained
  const more = [notVoted > 0 && `未投票 ${notVoted}`, recused > 0 && `回避 ${recused}`].filter(Boolean)
  return [`同意 ${yes}、反对 ${no}、弃权 ${abstained}`, ...more].join('、')
}

/** 到会人员 28 人的三分之二以上，即 19 票. */
export const neededWords = ({ majority, of }: NonNullable<BoardRule['vote']>, { base, needed }: Tally) =>
  `${voteBaseNames[of]} ${base} 人（不含回避）的${shareWords(majority)}，即 ${needed} 票`

/** Label of meetings recorded before there were rules. */
export const UNRECORDED = '未记录出席与表决'
