import { yesNoNames } from '../ballotWords.ts'
import { optionIds, type Question } from '../protocol/question.ts'
import type { PaperCount } from './count.ts'

/** A count without the zeros that one teller writes and another leaves out. */
export const plainCount = (
  questions: readonly Question[],
  { cast, rejected, questions: counted }: PaperCount,
): PaperCount => ({
  cast,
  rejected,
  questions: questions.map(({ id }) => {
    const { answered, units, names } = counted.find(one => one.id === id) ?? { answered: 0, units: {}, names: {} }
    return { id, answered, units: withoutZeros(units), names: withoutZeros(names) }
  }),
})

const withoutZeros = (units: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(units).filter(([, n]) => n > 0))

const optionName = ({ kind, options }: Question, id: string): string =>
  kind === 'yesNo' ? yesNoNames[id as keyof typeof yesNoNames] : (options.find(option => option.id === id)?.name ?? id)

/** Differences between two plain counts, each in a sentence; empty: they are equal. */
export function countDifferences(questions: readonly Question[], one: PaperCount, other: PaperCount): string[] {
  const differ = (what: string, a = 0, b = 0) => (a === b ? [] : [`${what}：${a} 与 ${b}`])
  return [
    ...differ('有效票', one.cast, other.cast),
    ...differ('无效票', one.rejected, other.rejected),
    ...questions.flatMap((question, i) => {
      const [a, b] = [one.questions[i]!, other.questions[i]!]
      const names = [...new Set([...Object.keys(a.names), ...Object.keys(b.names)])].sort()
      return [
        ...differ(`${question.title}，作答`, a.answered, b.answered),
        ...optionIds(question).flatMap(id =>
          differ(`${question.title}，${optionName(question, id)}`, a.units[id], b.units[id]),
        ),
        ...names.flatMap(name => differ(`${question.title}，另写“${name}”`, a.names[name], b.names[name])),
      ]
    }),
  ]
}

/** What cannot be right in a count; `slips`: units handed out on paper. */
export function paperFaults(
  questions: readonly Question[],
  { cast, rejected, questions: counted }: PaperCount,
  slips: number,
): Record<string, string> {
  const faults: Record<string, string> = {}
  if (cast + rejected > slips) faults.cast = `有效和无效共 ${cast + rejected} 票，多于发出的 ${slips} 票`
  for (const [i, question] of questions.entries()) {
    const { answered, units, names } = counted[i]!
    const known = optionIds(question)
    const all = [...Object.values(units), ...Object.values(names)]
    const sum = all.reduce((total, n) => total + n, 0)
    if (Object.keys(units).some(id => !known.includes(id))) faults[question.id] = '有不在选票上的选项'
    else if (Object.keys(names).length > 0 && !question.writeIns) faults[question.id] = '这一项不能另写姓名'
    else if (answered > cast) faults[question.id] = `作答 ${answered} 票，多于有效票 ${cast} 票`
    else if (Math.max(0, ...all) > answered) faults[question.id] = `一个选项不能多于作答的 ${answered} 票`
    else if (question.kind === 'ranked' && answered > 0) faults[question.id] = '按次序排列的纸质选票不能只填合计'
    else if (sum > answered * question.max)
      faults[question.id] = `合计 ${sum}，多于作答 ${answered} 票每票最多 ${question.max} 项`
    else if (question.kind === 'yesNo' && sum !== answered)
      faults[question.id] = `同意、反对、弃权合计 ${sum}，应为作答的 ${answered} 票`
  }
  return faults
}
