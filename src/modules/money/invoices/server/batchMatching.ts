import { dayOf } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { plainNumber, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { plainName } from '#modules/ledger/statements/server/bankMatching.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import type { OwedRecord } from '../../receivables/server/records.ts'
import { type RowState, rowStateNames } from '../batchWords.ts'
import type { BatchRow } from '../contract.ts'
import type { SheetInvoice } from '../invoiceSheet.ts'
import { filesOf, type InvoiceFile } from './batchFiles.ts'
import { type Blue, fenOfRed, judgeRed } from './redMatching.ts'

type MatchContext = {
  files: readonly InvoiceFile[]
  /** Paid, and without a paper. */
  wanting: readonly OwedRecord[]
  /** Numbers that stand on records already. */
  taken: ReadonlySet<string>
  /** Blue invoices that the red ones of the list reverse. */
  blues: ReadonlyMap<string, Blue>
}
export type Matched = BatchRow & { file: InvoiceFile | undefined; of: OwedRecord | undefined; reason: string }

const fenOfRecord = ({ amount }: OwedRecord) => Math.round(Number(amount) * 100)

/** Matches each invoice of the list with its file and its payment, or gives the reason why it cannot be recorded. */
export function matchAll(ctx: Pick<Ctx, 'now'>, list: readonly SheetInvoice[], known: MatchContext): Matched[] {
  const used = new Map<number, number>()
  const seen = new Map<string, number>()
  const blues = new Map(known.blues)
  return list.map(one => {
    const found = judge(ctx, one, { ...known, blues })
    const before = seen.get(one.number)
    seen.set(one.number, before ?? one.row)
    const rival = found.of && !one.isRed ? used.get(found.of.id) : undefined
    if (found.of && found.state === 'ready' && !one.isRed) used.set(found.of.id, rival ?? one.row)
    if (before !== undefined) return toRow(one, { ...found, state: 'double', note: `与第 ${before} 行号码相同` })
    const blue = blues.get(one.blueNumber)
    if (one.isRed && blue && found.state === 'ready')
      blues.set(one.blueNumber, { ...blue, fen: blue.fen - fenOfRed(one) })
    if (rival !== undefined && found.state === 'ready')
      return toRow(one, { ...found, state: 'double', note: `与第 ${rival} 行对应同一笔款项` })
    return toRow(one, found)
  })
}

export type MatchResult = { state: RowState; note: string; file?: InvoiceFile | undefined; of?: OwedRecord | undefined }

function judge(ctx: Pick<Ctx, 'now'>, one: SheetInvoice, { files, wanting, taken, blues }: MatchContext): MatchResult {
  const fault = faultOf(ctx, one)
  if (fault) return { state: 'wrong', note: fault }
  if (taken.has(one.number)) return { state: 'already', note: '这一号码已经登记' }
  if (one.isRed) return judgeRed(one, blues, files)
  const [file, ...more] = filesOf(files, one.number)
  if (more.length > 0) return { state: 'double', note: `ZIP 中有 ${more.length + 1} 个文件带这一号码` }
  const { of, ...matched } = recordOf(one, wanting)
  if (!of) return { file, ...matched }
  if (!file) return { state: 'noFile', note: 'ZIP 中没有文件名含这一号码的 PDF 或 OFD', of }
  return { ...matched, file, of }
}

function faultOf({ now }: Pick<Ctx, 'now'>, { number, fen, issuedOn, title }: SheetInvoice): string {
  if (!/^(\d{20}|\d{8,12})$/.test(number)) return '发票号码应为 20 位或 8 到 12 位数字'
  if (fen === null) return '金额无法识别'
  if (fen === 0) return '金额为零'
  if (!title) return '没有购买方名称'
  if (!issuedOn) return '开票日期无法识别'
  return issuedOn > dayOf(now) ? '开票日期晚于今天' : ''
}

/** Matches by the number in the remark, or by title and amount; the remark decides among several. */
function recordOf(one: SheetInvoice, wanting: readonly OwedRecord[]): Pick<MatchResult, 'state' | 'note' | 'of'> {
  const said = plainNumber(one.remark)
  const title = plainName(one.title)
  const numbered = wanting.filter(of => of.number.length > 4 && said.includes(plainNumber(of.number)))
  const named = wanting.filter(of => plainName(of.invoiceTitle) === title || plainName(of.payer) === title)
  const meant = numbered.length > 0 ? numbered : named
  if (meant.length === 0) return { state: 'noRecord', note: '没有抬头相符、已到账而未开票的款项' }
  const exact = meant.filter(of => fenOfRecord(of) === one.fen)
  const [near] = meant
  if (exact.length === 0)
    return { state: 'noRecord', note: `金额不符：到账 ${formatYuan(Number(near!.amount))} 元（${near!.about}）` }
  const fitting = exact.filter(({ invoiceCode }) => !one.code || !invoiceCode || invoiceCode === one.code)
  if (fitting.length === 0) return { state: 'wrong', note: `税号与登记的 ${exact[0]!.invoiceCode} 不符` }
  const [of, ...more] = narrowByRemark(one.remark, fitting)
  if (more.length > 0) return { state: 'several', note: `有 ${more.length + 1} 笔同样相符，请在款项页面逐张登记` }
  return { state: 'ready', note: numbered.length > 0 ? '备注中的编号与金额相符' : '抬头与金额相符', of }
}

/** Narrows several records to those that fit the remark best, by kind and year. */
function narrowByRemark(remark: string, several: readonly OwedRecord[]): readonly OwedRecord[] {
  const hits = ({ kind, about }: OwedRecord) => {
    const words = [...(receivableKind(kind)?.words ?? []), ...(about.match(/\d{4}/g) ?? []), about]
    return words.filter(word => remark.includes(word)).length
  }
  const most = Math.max(...several.map(hits))
  return several.filter(of => hits(of) === most)
}

const toRow = (one: SheetInvoice, { state, note, file, of }: MatchResult): Matched => ({
  row: one.row,
  number: one.number,
  title: one.title,
  amount: (one.isRed ? -fenOfRed(one) : (one.fen ?? 0)) / 100,
  issuedOn: one.issuedOn,
  isRed: one.isRed,
  blueNumber: one.isRed ? one.blueNumber : '',
  state,
  stateName: rowStateNames[state],
  note,
  fileName: file?.name ?? '',
  record: of ? { id: of.id, kindName: kindName(of.kind), payer: of.payer, about: of.about } : null,
  file,
  of,
  reason: one.redReason || '税务平台已开具红字发票',
})
