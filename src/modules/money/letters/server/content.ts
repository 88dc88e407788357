import { dayOf, longDay } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { fillIn } from '#lib/placeholders.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { payTable } from '#lib/server/documents/letter.ts'
import { type ReceivableKind, receivableKind } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { readGroup, readPublicConfig, readSetting } from '#modules/settings/server/settings.ts'
import type { LetterKind } from '../../letterWords.ts'
import type { LetterContent, LetterRow, paymentLetter, paymentLetterBatch } from './tables.ts'

type Letter = typeof paymentLetter.$inferSelect
type Batch = typeof paymentLetterBatch.$inferSelect

export const NO_ACCOUNT = '还没有填写收款账户，请先在“站点设置”里填写，再打印'

/** Whether there is an account to pay to, without which no letter says anything. */
export const hasPayAccount = async (ctx: Pick<Ctx, 'db'>) => !!(await readSetting(ctx, 'payAccount'))?.number

export async function readContent(ctx: Ctx, kind: LetterKind): Promise<LetterContent> {
  const { association, colour } = await readPublicConfig(ctx)
  const words = await readGroup(ctx, 'paymentLetters')
  const account = (await readSetting(ctx, 'payAccount'))!
  const [, rows] = payTable(account, '')
  const { name, address, postcode, phone, email } = association
  return {
    title: words[`${kind}Title`],
    text: words[`${kind}Text`],
    closing: words.closing,
    association: name,
    colour,
    sender: [name, address, postcode].filter(Boolean).join('　'),
    contact: [address, phone && `电话 ${phone}`, email].filter(Boolean).join('　'),
    // The remark differs from letter to letter.
    account: rows.slice(0, -1) as LetterContent['account'],
  }
}

/** Numbers named in the remark of a transfer; beyond these it says how many there are. */
const MAX_NUMBERS_IN_REMARK = 3

/** Remark by which the transfer is found in the bank statement. */
export function remarkOf(rows: readonly LetterRow[]): string {
  const numbers = [...new Set(rows.map(({ number }) => number).filter(Boolean))]
  const [first] = rows
  if (rows.length === 1) return `${first!.number} ${first!.kindName}`.trim()
  const more = numbers.length > MAX_NUMBERS_IN_REMARK ? ` 等 ${rows.length} 笔` : ''
  return `${numbers.slice(0, MAX_NUMBERS_IN_REMARK).join(' ')}${more}`.trim()
}

/** Receivables that can be chosen by the address of the page for paying online, see its order. */
const MAX_CHOSEN_ONLINE = 20

type Payable = { id: number; kind: string; payableId: number }

/** Path of the page where these are paid: online, else where their kind has it. It names receivables, never a person. */
export function payPathOf({ config }: Pick<Ctx, 'config'>, owed: readonly Payable[], isVisitor: boolean): string {
  const kindOf = ({ kind }: Payable): ReceivableKind => receivableKind(kind)!
  const visitor = isVisitor && kindOf(owed[0]!).payPages?.visitor
  if (visitor) return visitor
  if (config.payments.wechatPay || config.payments.alipay)
    return owed.length > MAX_CHOSEN_ONLINE
      ? '/admin/user/payments'
      : `/admin/user/payments?due=${owed.map(({ id }) => id).join(',')}`
  const paths = new Set(owed.map(of => kindOf(of).payPages?.member(of.payableId) ?? '/admin/user'))
  return paths.size === 1 ? [...paths][0]! : '/admin/user'
}

/** The letter as its sheet takes it. */
export function sheetOf({ content, payBy, kind }: Batch, of: Letter, publicUrl: string) {
  const printedOn = longDay(dayOf(of.printedAt))
  const values = {
    缴费人: of.payer,
    日期: printedOn,
    笔数: String(of.rows.length),
    合计: formatYuan(of.total),
    期限: longDay(payBy),
  }
  const paragraphs = (text: string) => fillIn(text, values).split('\n').filter(Boolean)
  return {
    number: of.number,
    title: content.title,
    isReminder: kind === 'reminder',
    mark: of.state === 'void' ? '已作废' : '',
    postcode: of.postcode,
    address: of.address,
    payer: of.payer,
    attention: of.attention,
    facts: [
      ['编号', of.number],
      ['日期', printedOn],
      ['缴费期限', longDay(payBy)],
    ],
    opening: paragraphs(content.text),
    rows: of.rows.map(row => [
      row.kindName === row.about || row.about.includes(row.kindName) ? row.about : `${row.kindName}：${row.about}`,
      row.number,
      ...[row.amount, row.received, row.open].map(formatYuan),
      row.dueOn,
      ...(kind === 'reminder' ? [String(row.daysLate)] : []),
    ]),
    total: of.total,
    account: [...content.account, ['汇款备注', remarkOf(of.rows)]],
    closing: paragraphs(content.closing),
    issuedOn: printedOn,
    url: `${publicUrl}${of.payPath}`,
  }
}
export type SheetLetter = ReturnType<typeof sheetOf>
