import { readFileSync } from 'node:fs'
import type { Download } from '#lib/contract.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { capitalMoney, formatCurrency } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import type { PayerAccount } from '../contract.ts'

const template = readFileSync(new URL('./statement.typ', import.meta.url), 'utf8')
const yuan = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const cell = (amount: number | null) => (amount === null ? '' : yuan.format(amount))

/** What the balance says in words: who owes whom. */
function wordsOf({ closing, to }: PayerAccount): string {
  const on = `截至 ${longDay(to)}，`
  if (closing === 0) return `${on}双方往来已结清。`
  const amount = `${formatCurrency(Math.abs(closing))}（人民币${capitalMoney(Math.abs(closing))}）`
  return closing > 0 ? `${on}贵方尚欠协会 ${amount}。` : `${on}贵方多付 ${amount}，可以抵缴以后的款项，或申请退还。`
}

/** 对账单: the account of a payer on the association's paper, signed, to be sealed by both. */
export async function statementFile(ctx: Ctx, of: PayerAccount): Promise<Download> {
  const { association, colour } = await readPublicConfig(ctx)
  const paper = toPdf(
    template,
    printable({
      association: association.name,
      colour,
      payer: of.name,
      period: `${of.from ? longDay(of.from) : '开始往来之日'}至 ${longDay(of.to)}`,
      issuedOn: longDay(dayOf(ctx.now)),
      opening: cell(of.opening),
      owed: cell(of.owed),
      received: cell(of.received),
      closing: cell(of.closing),
      words: wordsOf(of),
      lines: of.lines.map(({ day, about, owed, received, balance }) => [
        day,
        about,
        cell(owed),
        cell(received),
        cell(balance),
      ]),
    }),
  )
  return paperDownload(ctx, `${of.name}-对账单.pdf`, await signPaper(ctx, paper, `对账单 ${of.name}`))
}
