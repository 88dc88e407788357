import { neededOf } from '#lib/share.ts'
import type { Answers, Question } from '../protocol/question.ts'
import { answerFaults, optionIds } from '../protocol/question.ts'
import { type Round, runOff } from './runOff.ts'

/** A vote to be counted: of a secret ballot each is one unit. */
export type CountedVote = { weight: number; answers: Answers }
/** `roll`: units of all voters. `groups`: the name of a candidate by a name written in, as the tellers decided. */
export type CountRule = { questions: readonly Question[]; roll: number; groups?: Groups }
/** By question, then by the name written in: what it counts as. Empty: for nobody. */
export type Groups = Readonly<Record<string, Readonly<Record<string, string>>>>

/** An option, or a name written in (`id` is then empty), with its units. */
export type OptionResult = { id: string; name: string; units: number; isElected: boolean; isTied: boolean }
export type QuestionResult = {
  id: string
  /** Units of valid votes that answered this question with anything; all, with empty answers; of invalid votes. */
  answered: number
  cast: number
  /** Units from which the share is taken, and how many are needed; 0 where the most votes are enough. */
  base: number
  needed: number
  options: OptionResult[]
  /** `yesNo` only. */
  passes: boolean | null
  /** Places that nobody won: a tie, or too few votes. */
  seatsLeft: number
  /** `ranked` only. */
  rounds: Round[]
}
export type Counted = { cast: number; rejected: number; questions: QuestionResult[] }

/** Counts by question that came on paper, as the tellers agreed on them: units by option, and by name written in. */
export type PaperCount = {
  /** Valid and invalid slips in units. */
  cast: number
  rejected: number
  questions: {
    id: string
    answered: number
    units: Record<string, number>
    names: Record<string, number>
  }[]
}

const NO_PAPER: PaperCount = { cast: 0, rejected: 0, questions: [] }

/** Counts votes, and what was counted on paper. A vote that breaks the rules of its ballot is invalid as a whole. */
export function countVotes(rule: CountRule, votes: readonly CountedVote[], paper: PaperCount = NO_PAPER): Counted {
  const valid = votes.filter(({ answers }) => Object.keys(answerFaults(rule.questions, answers)).length === 0)
  const cast = sum(valid) + paper.cast
  const rejected = sum(votes) - sum(valid) + paper.rejected
  return {
    cast,
    rejected,
    questions: rule.questions.map((question, i) => {
      const onPaper = paper.questions.find(({ id }) => id === question.id)
      return countQuestion(
        rule,
        question,
        { cast, received: cast + rejected },
        valid.map(({ weight, answers }) => ({ weight, ...answers[i]! })),
        onPaper,
      )
    }),
  }
}

const sum = (votes: readonly { weight: number }[]) => votes.reduce((all, { weight }) => all + weight, 0)

type Given = { weight: number; picks: readonly string[]; names: readonly string[] }

function countQuestion(
  { roll, groups = {} }: CountRule,
  question: Question,
  { cast, received }: { cast: number; received: number },
  given: readonly Given[],
  paper: PaperCount['questions'][number] | undefined,
): QuestionResult {
  const counted = given.map(vote => regroup(question, vote, groups[question.id] ?? {}))
  const answered = sum(counted.filter(({ picks, names }) => picks.length + names.length > 0)) + (paper?.answered ?? 0)
  const options = unitsOf(question, counted)
  for (const option of options) option.units += (option.id ? paper?.units[option.id] : undefined) ?? 0
  addPaperNames(options, question, paper?.names ?? {}, groups[question.id] ?? {})
  const unitsOfOption = (id: string) => options.find(option => option.id === id)?.units ?? 0
  const decided = unitsOfOption('yes') + unitsOfOption('no')
  const base = { cast, received, decided, roll }[question.shareOf]
  const needed = question.share ? neededOf(question.share, base) : 0
  const result = { id: question.id, answered, cast, base, needed, options, passes: null, seatsLeft: 0, rounds: [] }
  if (question.kind === 'yesNo')
    return { ...result, passes: unitsOfOption('yes') > unitsOfOption('no') && unitsOfOption('yes') >= needed }
  if (question.kind === 'choose') return { ...result, seatsLeft: electMost(options, question.seats, needed) }
  const { rounds, winner, tied } = runOff(
    optionIds(question),
    counted.map(({ weight, picks }) => ({ weight, picks })),
  )
  for (const option of options) {
    option.isElected = option.id === winner
    option.isTied = tied.includes(option.id)
  }
  return { ...result, rounds, seatsLeft: winner ? 0 : 1 }
}

/** Names written in that the tellers found to be a candidate count as that; what counts for nobody is left out. */
function regroup(question: Question, { weight, picks, names }: Given, group: Readonly<Record<string, string>>): Given {
  const meant = names.map(name => group[name] ?? name).filter(Boolean)
  const idOf = (name: string) => question.options.find(option => option.name === name)?.id
  return {
    weight,
    picks: [...new Set([...picks, ...meant.flatMap(name => idOf(name) ?? [])])],
    names: [...new Set(meant.filter(name => !idOf(name)))],
  }
}

function unitsOf(question: Question, votes: readonly Given[]): OptionResult[] {
  const isRanked = question.kind === 'ranked'
  const none = { units: 0, isElected: false, isTied: false }
  const names = question.kind === 'yesNo' ? { yes: '同意', no: '反对', abstain: '弃权' } : undefined
  const options: OptionResult[] = names
    ? Object.entries(names).map(([id, name]) => ({ id, name, ...none }))
    : question.options.map(({ id, name }) => ({ id, name, ...none }))
  const byId = new Map(options.map(option => [option.id, option]))
  const byName = new Map<string, OptionResult>()
  for (const { weight, picks, names } of votes) {
    for (const id of isRanked ? picks.slice(0, 1) : picks) byId.get(id)!.units += weight
    for (const name of names) addName(options, byName, name, weight)
  }
  return options
}

function addName(options: OptionResult[], byName: Map<string, OptionResult>, name: string, units: number) {
  const known = byName.get(name)
  if (known) {
    known.units += units
    return
  }
  const added = { id: '', name, units, isElected: false, isTied: false }
  byName.set(name, added)
  options.push(added)
}

function addPaperNames(
  options: OptionResult[],
  question: Question,
  names: Readonly<Record<string, number>>,
  group: Readonly<Record<string, string>>,
) {
  const byName = new Map(options.filter(({ id }) => !id).map(option => [option.name, option]))
  for (const [typed, units] of Object.entries(names)) {
    const name = group[typed] ?? typed
    const option = question.options.find(one => one.name === name)
    if (option) options.find(({ id }) => id === option.id)!.units += units
    else if (name) addName(options, byName, name, units)
  }
}

/**
 * Elects the options with the most units that reach `needed`. Where more are level than places are left, none of them is
 * elected and all are named: the tie is the association's to break. Returns the places that are left.
 */
function electMost(options: OptionResult[], seats: number, needed: number): number {
  const standing = options.filter(({ units }) => units > 0 && units >= needed)
  let left = seats
  for (const units of [...new Set(standing.map(option => option.units))].sort((one, other) => other - one)) {
    if (left === 0) break
    const level = standing.filter(option => option.units === units)
    if (level.length > left) {
      for (const option of level) option.isTied = true
      break
    }
    for (const option of level) option.isElected = true
    left -= level.length
  }
  return left
}
