import { fold } from '#lib/server/fold.ts'
import { type FeeState, isOpenFee } from '../feeWords.ts'

export type PayableFee = {
  id: number
  year: number
  amount: number
  state: FeeState
  name: string
  shortName: string
  /** Of the member, of the application. */
  numbers: string[]
}
export type OpenLine = { id: number; amount: number; payer: string; remark: string }
export type Proposal = {
  feeId: number
  /** Of 100. */
  score: number
  /** Nothing speaks against it: may be accepted together with others. */
  certain: boolean
  reason: string
  problem: string
}

const yuan = (amount: number) => amount.toLocaleString('zh-CN')
const plain = (text: string) => fold(text).replace(/[\s()（）【】[\].,，。、·'"“”-]/g, '')
/** 有限公司 as it is written one way or another. */
export const plainName = (name: string) => plain(name).replace(/(股份)?有限(责任)?公司$/, '有限公司')
const plainNumber = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** For each payment the fee that it seems to be for. Two payments for one fee, or a sum that differs, are shown and not matched. */
export function propose(lines: readonly OpenLine[], fees: readonly PayableFee[]): Map<number, Proposal> {
  const known = index(fees)
  const found = new Map<number, Proposal>()
  for (const line of lines) {
    const proposal = byNumber(line, known) ?? byName(line, known) ?? byShortName(line, known)
    if (proposal) found.set(line.id, proposal)
  }
  return withRivals(found)
}

type Known = ReturnType<typeof index>

function index(fees: readonly PayableFee[]) {
  // The oldest is paid first.
  const sorted = [...fees].sort((a, b) => a.year - b.year || a.id - b.id)
  const numbers = Map.groupBy(
    sorted.flatMap(fee => fee.numbers.map(number => ({ number: plainNumber(number), fee }))),
    ({ number }) => number,
  )
  const open = sorted.filter(({ state }) => isOpenFee(state))
  return {
    numbers,
    lengths: [...new Set([...numbers.keys()].map(({ length }) => length))].sort((a, b) => b - a),
    names: Map.groupBy(open, ({ name }) => plainName(name)),
    amounts: Map.groupBy(open, ({ amount }) => amount),
  }
}

function byNumber({ amount, remark, payer }: OpenLine, { numbers, lengths }: Known): Proposal | undefined {
  for (const [run] of `${remark} ${payer}`.matchAll(/[A-Za-z][A-Za-z0-9 _-]{4,}/g)) {
    const number = lengths.map(length => plainNumber(run).slice(0, length)).find(part => numbers.has(part))
    if (!number) continue
    const fees = numbers.get(number)!.map(({ fee }) => fee)
    const open = fees.filter(({ state }) => isOpenFee(state))
    const exact = open.find(fee => fee.amount === amount)
    const reason = `备注中有编号 ${fees[0]!.numbers.find(one => plainNumber(one) === number)}`
    if (exact) return { feeId: exact.id, score: 100, certain: true, reason: `${reason}，金额相符`, problem: '' }
    const [first] = open
    if (first) return differs(first, amount, reason, 50)
    const problem = '这一编号的会费已确认到账，可能是重复汇款'
    return { feeId: fees.at(-1)!.id, score: 30, certain: false, reason, problem }
  }
}

function byName({ amount, payer }: OpenLine, { names }: Known): Proposal | undefined {
  const fees = names.get(plainName(payer))
  if (!payer || !fees) return undefined
  const exact = fees.filter(fee => fee.amount === amount)
  if (exact.length === 0) return differs(fees[0]!, amount, '付款人名称相符', 40)
  const reason = '付款人名称与金额相符'
  if (exact.length === 1) return { feeId: exact[0]!.id, score: 90, certain: true, reason, problem: '' }
  const problem = `这一名称有 ${exact.length} 笔金额相同的会费未缴，请核对年度`
  return { feeId: exact[0]!.id, score: 70, certain: false, reason, problem }
}

function byShortName({ amount, payer, remark }: OpenLine, { amounts }: Known): Proposal | undefined {
  const said = plain(`${payer} ${remark}`)
  const calls = ({ name, shortName }: PayableFee) =>
    said.includes(plainName(name)) || (shortName.length > 1 && said.includes(plain(shortName)))
  const fees = (amounts.get(amount) ?? []).filter(calls)
  if (fees.length === 0) return undefined
  const problem = fees.length > 1 ? `有 ${fees.length} 笔会费与之相近，请核对` : ''
  return { feeId: fees[0]!.id, score: 60, certain: false, reason: '金额相符，付款人或备注中有其名称或简称', problem }
}

const differs = (fee: PayableFee, amount: number, reason: string, score: number): Proposal => ({
  ...{ feeId: fee.id, score, certain: false, reason },
  problem: `金额不符：应缴 ${yuan(fee.amount)} 元，到账 ${yuan(amount)} 元`,
})

/** Several payments that seem to be for the same fee: somebody has to look. */
function withRivals(found: Map<number, Proposal>): Map<number, Proposal> {
  const byFee = Map.groupBy(found.values(), ({ feeId }) => feeId)
  return new Map(
    [...found].map(([id, proposal]) => {
      const rivals = byFee.get(proposal.feeId)!.length
      if (rivals === 1) return [id, proposal]
      const problem = [proposal.problem, `有 ${rivals} 笔流水指向这笔会费，请核对是否重复汇款`]
        .filter(Boolean)
        .join('；')
      return [id, { ...proposal, certain: false, problem }]
    }),
  )
}
