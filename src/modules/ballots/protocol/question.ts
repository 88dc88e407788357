import type { Share } from '#lib/share.ts'
import { MAX_NAME, type QuestionKind, type ShareBase, yesNoNames } from '../ballotWords.ts'

/** One question of a ballot. `kind` decides how `picks` of an answer are read; `options` is empty for `yesNo`. */
export type Question = {
  id: string
  title: string
  kind: QuestionKind
  options: { id: string; name: string }[]
  /** Fewest and most options of an answer, names written in included; an empty answer is an abstention where `min` is 0. */
  min: number
  max: number
  writeIns: boolean
  /** Places to fill; 1 for `yesNo` and `ranked`. */
  seats: number
  /** Share that `yes`, or an elected option, must reach; null: the most votes are enough. */
  share: Share | null
  shareOf: ShareBase
}

/** `picks`: ids of options, in order of preference where the question is ranked. `names`: names written in. */
export type Answer = { picks: string[]; names: string[] }
/** Answers in the order of the questions. */
export type Answers = Answer[]

export const optionIds = ({ kind, options }: Pick<Question, 'kind' | 'options'>): readonly string[] =>
  kind === 'yesNo' ? Object.keys(yesNoNames) : options.map(({ id }) => id)

/** Name written in, as it is kept: without the blanks that people type between the signs of a short name. */
export const plainName = (typed: string) =>
  typed
    .normalize('NFKC')
    .trim()
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')

/** Returns the fault of an answer; undefined if it is valid. */
export function answerFault(question: Question, { picks, names }: Answer): string | undefined {
  const known = optionIds(question)
  if (new Set(picks).size < picks.length || new Set(names).size < names.length) return '同一个选项选了两次'
  if (picks.some(pick => !known.includes(pick))) return '有不在选票上的选项'
  if (names.length > 0 && !question.writeIns) return '这一项不能另写姓名'
  if (names.some(name => name === '' || name !== plainName(name) || name.length > MAX_NAME || /\p{C}/u.test(name)))
    return `另写的姓名应为 1 至 ${MAX_NAME} 个字`
  if (names.some(name => question.options.some(option => option.name === name)))
    return '另写的姓名已在候选之中，请直接选'
  const chosen = picks.length + names.length
  if (chosen < question.min)
    return question.min === question.max
      ? `应选 ${question.min} 项，已选 ${chosen} 项`
      : `至少选 ${question.min} 项，已选 ${chosen} 项`
  return chosen > question.max ? `最多选 ${question.max} 项，已选 ${chosen} 项` : undefined
}

/** Faults by the id of the question; empty if the answers are valid. */
export function answerFaults(questions: readonly Question[], answers: Answers): Record<string, string> {
  const faults = questions.flatMap((question, i) => {
    const fault = answers[i] ? answerFault(question, answers[i]) : '没有作答'
    return fault ? [[question.id, fault] as const] : []
  })
  if (answers.length > questions.length) faults.push(['', '答案多于问题'])
  return Object.fromEntries(faults)
}

/** The answers in the one form in which equal votes are equal texts: an unranked choice has no order. */
export const orderAnswers = (questions: readonly Question[], answers: Answers): Answers =>
  answers.map(({ picks, names }, i) => ({
    picks: questions[i]?.kind === 'ranked' ? [...picks] : optionIds(questions[i]!).filter(id => picks.includes(id)),
    names: [...names].sort(),
  }))
