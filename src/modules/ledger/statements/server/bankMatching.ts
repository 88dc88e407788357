import { fenOf, formatYuan } from '#lib/money.ts'
import { fold } from '#lib/server/search/fold.ts'
import { typedLine } from '#lib/typed.ts'
import type { Owed } from '#modules/ledger/allocating/server/owed.ts'
import { plainNumber, type ReceivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'

export type OpenLine = { id: number; amount: number; payer: string; remark: string }
export type Proposal = {
  /** What the line pays, in the order in which it is given to them; several where their sum is that of the line. */
  owed: Owed[]
  /** 0 to 100. */
  score: number
  /** Nothing contradicts the match, so it may be posted in bulk. */
  certain: boolean
  reason: string
  problem: string
}

export const plainWords = (text: string) => fold(typedLine(text)).replace(/[\s()（）【】[\].,，。、·'"“”-]/g, '')
/** 有限公司 as it is written one way or another, in a name or amid a remark. */
export const plainName = (name: string) => plainWords(name).replace(/(股份)?有限(责任)?公司/g, '有限公司')

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
    const proposal =
      matchByNumber(line, known) ?? matchByName(line, known) ?? matchSeveral(line, known) ?? matchByAlias(line, known)
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
    amounts: Map.groupBy(open, ({ one }) => one.open),
  }
}

/** Names of an owed record, normalised once for all comparisons. */
const toCallable = (one: Owed) => ({
  one,
  name: plainName(one.name),
  calls: one.calls.flatMap(call => (call.length > 1 ? { call, plain: plainWords(call) } : [])),
})
type Callable = ReturnType<typeof toCallable>

/** The numbers that a run of text begins with, one after the other; of each the longest that is known. */
function numbersOf(run: string, index: OwedIndex): string[] {
  const number = index.lengths.map(length => run.slice(0, length)).find(part => index.numbers.has(part))
  return number ? [number, ...numbersOf(run.slice(number.length), index)] : []
}

function matchByNumber(line: OpenLine, index: OwedIndex): Proposal | undefined {
  const { amount, remark } = line
  const called = [...new Set(numberRuns(line).flatMap(run => numbersOf(run, index)))]
  if (called.length === 0) return undefined
  const all = called.map(number => index.numbers.get(number)!.map(({ one }) => one))
  const shown = called.map((number, at) => all[at]![0]!.numbers.find(one => plainNumber(one) === number)).join('、')
  const reason = `备注中有编号 ${shown}`
  if (called.length > 1) {
    const owed = sumOfDebtors(amount, all)
    if (owed) return { owed, score: 95, certain: true, reason: `${reason}，合计金额相符`, problem: '' }
  }
  const open = all.flat().filter(({ isOpen }) => isOpen)
  const fit = fitting(amount, remark, open)
  if (fit) return { ...fit, score: 100, reason: `${reason}，${fit.reason}` }
  if (open[0]) return amountMismatch(open[0], amount, reason, 50)
  const last = all[0]!.at(-1)!
  const problem = `这一编号的${last.kind.name}${last.stateName}，现在不能入账，请核对是否重复汇款，或尚未到缴费环节`
  return { owed: [last], score: 30, certain: false, reason, problem }
}

function matchByName({ amount, payer, remark }: OpenLine, { names }: OwedIndex): Proposal | undefined {
  const owing = names.get(plainName(payer))?.map(({ one }) => one)
  if (!payer || !owing) return undefined
  const fit = fitting(amount, remark, owing)
  if (!fit) return amountMismatch(owing[0]!, amount, '付款人名称相符', 40)
  return { ...fit, score: fit.certain ? 90 : 70, reason: `付款人名称相符，${fit.reason}` }
}

/**
 * Which debts of one debtor an amount pays: the one of just this amount; of the dues of several years the oldest, unless
 * the remark names another; or the oldest ones together. Debts are given oldest first.
 */
function fitting(amount: number, remark: string, owing: readonly Owed[]): Omit<Proposal, 'score'> | undefined {
  const exact = owing.filter(({ open }) => open === amount)
  if (exact.length > 0) {
    const [first, ...others] = narrowByRemark(remark, exact) as [Owed, ...Owed[]]
    if (exact.length === 1) return { owed: [first], certain: true, reason: '金额相符', problem: '' }
    const isDues = exact.every(({ kind }) => kind.isDues)
    if (others.length === 0) {
      const reason = `金额相符，摘要所说与${first.about}相近`
      return { owed: [first], certain: isDues, reason, problem: isDues ? '' : ambiguityProblem(exact) }
    }
    if (isDues)
      return { owed: [first], certain: true, reason: `金额相符，${exact.length} 笔会费中最早的一笔`, problem: '' }
    return { owed: [first], certain: false, reason: '金额相符', problem: ambiguityProblem(exact) }
  }
  const owed = oldestUpTo(amount, owing)
  return owed && { owed, certain: true, reason: `合计金额相符，共 ${owed.length} 笔`, problem: '' }
}

/** The oldest debts whose sum is just this amount. */
function oldestUpTo(amount: number, owing: readonly Owed[]): Owed[] | undefined {
  let left = fenOf(amount)
  for (const [at, { open }] of owing.entries()) {
    left -= fenOf(open)
    if (left === 0) return owing.slice(0, at + 1)
    if (left < 0) return undefined
  }
}

/** The oldest open debt of each of several debtors, where their sum is just this amount; else all of their debts. */
function sumOfDebtors(amount: number, debtors: readonly (readonly Owed[])[]): Owed[] | undefined {
  const open = debtors.map(debts => debts.filter(({ isOpen }) => isOpen))
  if (open.some(({ length }) => length === 0)) return undefined
  return [open.map(debts => debts[0]!), open.flat()].find(
    some => some.reduce((sum, one) => sum + fenOf(one.open), 0) === fenOf(amount),
  )
}

/** Several debtors named in the remark, as where a group pays for its companies. */
function matchSeveral({ amount, remark }: OpenLine, { names }: OwedIndex): Proposal | undefined {
  const said = plainName(remark)
  const named = said.length > 3 ? [...names].filter(([name]) => name.length > 3 && said.includes(name)) : []
  if (named.length === 0) return undefined
  const debts = named.map(([, callable]) => callable.map(({ one }) => one))
  if (named.length === 1) {
    const fit = fitting(amount, remark, debts[0]!)
    return fit && { ...fit, score: fit.certain ? 85 : 65, reason: `摘要中有名称“${debts[0]![0]!.name}”，${fit.reason}` }
  }
  const owed = sumOfDebtors(amount, debts)
  const reason = `摘要中有 ${named.length} 家名称`
  return owed && { owed, score: 85, certain: true, reason: `${reason}，合计金额相符`, problem: '' }
}

function matchByAlias({ amount, payer, remark }: OpenLine, { amounts }: OwedIndex): Proposal | undefined {
  const said = plainName(`${payer} ${remark}`)
  const words = new Map<Owed, string>()
  for (const known of amounts.get(amount) ?? []) {
    const word = findNameIn(said, known)
    if (word) words.set(known.one, word)
  }
  if (words.size === 0) return undefined
  const [first, ...others] = narrowByRemark(remark, [...words.keys()])
  const reason = `金额相符，付款人或摘要中有“${words.get(first!)}”`
  const problem = others.length ? ambiguityProblem([first!, ...others]) : ''
  return { owed: [first!], score: 60, certain: false, reason, problem }
}

const findNameIn = (said: string, { one, name, calls }: Callable) =>
  said.includes(name) ? one.name : calls.find(({ plain }) => said.includes(plain))?.call

/**
 * Narrows several matches to those that fit the remark best, by words such as 会费, 2026 or 第 3 期; without any such word
 * keeps all.
 */
function narrowByRemark(remark: string, several: readonly Owed[]): Owed[] {
  const said = plainWords(remark)
  const hits = ({ kind, marks = [] }: Owed) =>
    [...kind.words, ...marks].filter(word => word && said.includes(plainWords(word))).length
  const most = Math.max(...several.map(hits))
  return several.filter(one => hits(one) === most)
}

const ambiguityProblem = (several: readonly Owed[]) =>
  `有 ${several.length} 笔款项同样相符，请核对：${several
    .slice(0, 3)
    .map(({ name, about }) => `${name} ${about}`)
    .join('、')}${several.length > 3 ? '等' : ''}`

const amountMismatch = (owed: Owed, amount: number, reason: string, score: number): Proposal => ({
  owed: [owed],
  score,
  certain: false,
  reason,
  problem: `金额不符：应缴 ${formatYuan(owed.open)} 元，到账 ${formatYuan(amount)} 元`,
})

const joinProblems = (...problems: string[]) => problems.filter(Boolean).join('；')

/** Marks a match as uncertain if the remark names another kind, for instance 培训费 for a membership fee. */
function checkRemark({ remark }: OpenLine, proposal: Proposal, kinds: Parameters<typeof propose>[2]): Proposal {
  const said = plainWords(remark)
  const spoken = kinds.filter(({ words }) => words.some(word => said.includes(word)))
  const isOfOne = spoken.some(({ kind }) => proposal.owed.some(one => one.kind.kind === kind))
  if (spoken.length === 0 || isOfOne) return proposal
  const problem = joinProblems(proposal.problem, `摘要说的是${spoken.map(({ name }) => name).join('、')}，请核对`)
  return { ...proposal, certain: false, problem }
}

/** Several payments that seem to be for the same: somebody has to look. */
function markAmbiguous(found: Map<number, Proposal>): Map<number, Proposal> {
  const rivals = Map.groupBy(
    [...found.values()].flatMap(({ owed }) => owed),
    one => one,
  )
  return new Map(
    [...found].map(([id, proposal]) => {
      const length = Math.max(...proposal.owed.map(one => rivals.get(one)!.length))
      if (length === 1) return [id, proposal]
      const problem = joinProblems(proposal.problem, `有 ${length} 笔流水指向这笔款项，请核对是否重复汇款`)
      return [id, { ...proposal, certain: false, problem }]
    }),
  )
}
