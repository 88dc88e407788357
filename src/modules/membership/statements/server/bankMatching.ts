import { formatYuan } from '#lib/money.ts'
import { fold } from '#lib/server/search/fold.ts'
import { type Owed, plainNumber, type ReceivableKind } from '#modules/membership/fees/server/payables.ts'

export type OpenLine = { id: number; amount: number; payer: string; remark: string }
export type Proposal = {
  owed: Owed
  /** 0 to 100. */
  score: number
  /** Nothing contradicts the match, so it may be posted in bulk. */
  certain: boolean
  reason: string
  problem: string
}

const plain = (text: string) => fold(text).replace(/[\s()（）【】[\].,，。、·'"“”-]/g, '')
/** 有限公司 as it is written one way or another. */
export const plainName = (name: string) => plain(name).replace(/(股份)?有限(责任)?公司$/, '有限公司')

/** Text runs that may start with a number, with any text that follows them. */
const numberRuns = ({ remark, payer }: Pick<OpenLine, 'remark' | 'payer'>) =>
  `${remark} ${payer}`.match(/[A-Za-z][A-Za-z0-9 _-]{4,}/g)?.map(plainNumber) ?? []

/** All prefixes of these runs, because a number may be followed directly by other text. */
export const numbersIn = (lines: readonly OpenLine[]): string[] => [
  ...new Set(lines.flatMap(numberRuns).flatMap(run => Array.from(run, (_, last) => run.slice(0, last + 1)))),
]

/**
 * Finds the best match for each payment among everything owed. Ambiguous matches, differing amounts and contradicting
 * remarks are shown but not certain.
 */
export function propose(
  lines: readonly OpenLine[],
  owed: readonly Owed[],
  kinds: readonly Pick<ReceivableKind, 'kind' | 'name' | 'words'>[],
): Map<number, Proposal> {
  const known = indexOwed(owed)
  const found = new Map<number, Proposal>()
  for (const line of lines) {
    const proposal = matchByNumber(line, known) ?? matchByName(line, known) ?? matchByAlias(line, known)
    if (proposal) found.set(line.id, checkRemark(line, proposal, kinds))
  }
  return markAmbiguous(found)
}

type OwedIndex = ReturnType<typeof indexOwed>

function indexOwed(owed: readonly Owed[]) {
  const numbers = Map.groupBy(
    owed.flatMap(one => one.numbers.map(number => ({ number: plainNumber(number), one }))),
    ({ number }) => number,
  )
  const open = owed.filter(({ isOpen }) => isOpen).map(toCallable)
  return {
    numbers,
    lengths: [...new Set([...numbers.keys()].map(({ length }) => length))].sort((a, b) => b - a),
    names: Map.groupBy(open, ({ name }) => name),
    amounts: Map.groupBy(open, ({ one }) => one.amount),
  }
}

/** Names of an owed record, normalised once for all comparisons. */
const toCallable = (one: Owed) => ({
  one,
  name: plainName(one.name),
  calls: one.calls.flatMap(call => (call.length > 1 ? { call, plain: plain(call) } : [])),
})
type Callable = ReturnType<typeof toCallable>

function matchByNumber(line: OpenLine, { numbers, lengths }: OwedIndex): Proposal | undefined {
  const { amount } = line
  for (const run of numberRuns(line)) {
    const number = lengths.map(length => run.slice(0, length)).find(part => numbers.has(part))
    if (!number) continue
    const called = numbers.get(number)!.map(({ one }) => one)
    const open = called.filter(({ isOpen }) => isOpen)
    const exact = open.find(one => one.amount === amount)
    const reason = `备注中有编号 ${called[0]!.numbers.find(one => plainNumber(one) === number)}`
    if (exact) return { owed: exact, score: 100, certain: true, reason: `${reason}，金额相符`, problem: '' }
    const [first] = open
    if (first) return amountMismatch(first, amount, reason, 50)
    const last = called.at(-1)!
    const problem = `这一编号的${last.kind.name}${last.stateName}，现在不能入账，请核对是否重复汇款，或尚未到缴费环节`
    return { owed: last, score: 30, certain: false, reason, problem }
  }
}

function matchByName({ amount, payer, remark }: OpenLine, { names }: OwedIndex): Proposal | undefined {
  const owing = names.get(plainName(payer))?.map(({ one }) => one)
  if (!payer || !owing) return undefined
  const exact = owing.filter(one => one.amount === amount)
  if (exact.length === 0) return amountMismatch(owing[0]!, amount, '付款人名称相符', 40)
  const reason = '付款人名称与金额相符'
  const [first, ...others] = narrowByRemark(remark, exact)
  if (exact.length === 1) return { owed: first!, score: 90, certain: true, reason, problem: '' }
  const said = others.length === 0 ? `${reason}，摘要所说与${first!.about}相近` : reason
  return { owed: first!, score: 70, certain: false, reason: said, problem: ambiguityProblem(exact) }
}

function matchByAlias({ amount, payer, remark }: OpenLine, { amounts }: OwedIndex): Proposal | undefined {
  const said = plain(`${payer} ${remark}`)
  const words = new Map<Owed, string>()
  for (const known of amounts.get(amount) ?? []) {
    const word = findNameIn(said, known)
    if (word) words.set(known.one, word)
  }
  if (words.size === 0) return undefined
  const [first, ...others] = narrowByRemark(remark, [...words.keys()])
  const reason = `金额相符，付款人或摘要中有“${words.get(first!)}”`
  return {
    owed: first!,
    score: 60,
    certain: false,
    reason,
    problem: others.length ? ambiguityProblem([first!, ...others]) : '',
  }
}

const findNameIn = (said: string, { one, name, calls }: Callable) =>
  said.includes(name) ? one.name : calls.find(({ plain }) => said.includes(plain))?.call

/**
 * Narrows several matches to those that fit the remark best, by words such as 会费, 2026 or 第 3 期; without any such word
 * keeps all.
 */
function narrowByRemark(remark: string, several: Owed[]): Owed[] {
  const said = plain(remark)
  const hits = ({ kind, marks = [] }: Owed) =>
    [...kind.words, ...marks].filter(word => word && said.includes(plain(word))).length
  const most = Math.max(...several.map(hits))
  return several.filter(one => hits(one) === most)
}

const ambiguityProblem = (several: Owed[]) =>
  `有 ${several.length} 笔款项同样相符，请核对：${several
    .slice(0, 3)
    .map(({ name, about }) => `${name} ${about}`)
    .join('、')}${several.length > 3 ? '等' : ''}`

const amountMismatch = (owed: Owed, amount: number, reason: string, score: number): Proposal => ({
  owed,
  score,
  certain: false,
  reason,
  problem: `金额不符：应缴 ${formatYuan(owed.amount)} 元，到账 ${formatYuan(amount)} 元`,
})

const joinProblems = (...problems: string[]) => problems.filter(Boolean).join('；')

/** Marks a match as uncertain if the remark names another kind, for instance 培训费 for a membership fee. */
function checkRemark({ remark }: OpenLine, proposal: Proposal, kinds: Parameters<typeof propose>[2]): Proposal {
  const said = plain(remark)
  const spoken = kinds.filter(({ words }) => words.some(word => said.includes(word)))
  if (spoken.length === 0 || spoken.some(({ kind }) => kind === proposal.owed.kind.kind)) return proposal
  const problem = joinProblems(proposal.problem, `摘要说的是${spoken.map(({ name }) => name).join('、')}，请核对`)
  return { ...proposal, certain: false, problem }
}

/** Several payments that seem to be for the same: somebody has to look. */
function markAmbiguous(found: Map<number, Proposal>): Map<number, Proposal> {
  const rivals = Map.groupBy(found.values(), ({ owed }) => owed)
  return new Map(
    [...found].map(([id, proposal]) => {
      const { length } = rivals.get(proposal.owed)!
      if (length === 1) return [id, proposal]
      const problem = joinProblems(proposal.problem, `有 ${length} 笔流水指向这笔款项，请核对是否重复汇款`)
      return [id, { ...proposal, certain: false, problem }]
    }),
  )
}
