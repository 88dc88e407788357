import { sql } from 'drizzle-orm'
import { sumAmounts } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { entryOrder } from '../../closing/server/entries.ts'
import { monthOf, readMonth } from '../../closing/server/monthReport.ts'
import { isInForce } from '../../closing/server/movements.ts'
import { closeEntry, dailyClose } from '../../closing/server/tables.ts'
import { kindName } from '../../receivables/server/receivables.ts'
import { records } from '../../receivables/server/records.ts'
import type { voucherContract } from '../contract.ts'
import { type Booked, makeVouchers, type Voucher } from '../voucherLines.ts'
import {
  kingdeeFields,
  type SheetColumn,
  type SheetLine,
  type SheetRules,
  schemaHeadings,
  schemaRows,
  sheetLines,
  yonyouColumns,
} from '../voucherSheets.ts'
import { readVoucherRules } from './voucherSettings.ts'

/** Entries booked by the closes of a month, in order of closes and entries. */
async function readBooked({ db }: Pick<Ctx, 'db'>, month: string): Promise<Booked[]> {
  const { rows } = await db.execute<Omit<Booked, 'kindName' | 'amount'> & { amount: string }>(sql`
    select ${dailyClose.day}::text as day, ${dailyClose.number} as number, e.kind, e.way, e.direction, e.amount,
      coalesce(r.payer, '') as payer, coalesce(r.about, '') as about
    from ${dailyClose} join ${closeEntry} e on e.close_id = ${dailyClose.id}
      left join ${records} on r.id = e.receivable_id
    where ${isInForce} and to_char(${dailyClose.day}, 'YYYY-MM') = ${month}
    order by ${dailyClose.day}, ${entryOrder}`)
  return rows.map(row => ({ ...row, kindName: kindName(row.kind), amount: Number(row.amount) }))
}

async function readVouchers(ctx: Pick<Ctx, 'db'>, month: string) {
  const rules = await readVoucherRules(ctx)
  return { rules, vouchers: makeVouchers(await readBooked(ctx, month), rules) }
}

const sideOf = (vouchers: readonly Voucher[], side: 'debit' | 'credit') =>
  sumAmounts(vouchers.flatMap(({ lines }) => lines.map(line => line[side])))

/** Maximum listed on the screen; the workbook contains all. */
const MAX_LISTED = 200

export const vouchersHandlers = {
  'GET /staff/voucher/list': async (ctx, asked) => {
    const month = monthOf(ctx, asked.month)
    const [{ vouchers }, { unclosed }] = await Promise.all([readVouchers(ctx, month), readMonth(ctx, month)])
    return {
      month,
      vouchers: vouchers.slice(0, MAX_LISTED).map(({ number, day, attachments, lines }) => ({
        number,
        day,
        attachments,
        lines: lines.map(({ summary, subject: { code, name }, debit, credit }) => ({
          summary,
          code,
          name,
          debit,
          credit,
        })),
      })),
      total: vouchers.length,
      debit: sideOf(vouchers, 'debit'),
      credit: sideOf(vouchers, 'credit'),
      unclosed,
    }
  },
  'GET /staff/voucher/export': async (ctx, { format, ...asked }) => {
    const month = monthOf(ctx, asked.month)
    const { rules, vouchers } = await readVouchers(ctx, month)
    const detail = { month, format, vouchers: vouchers.length, amount: sideOf(vouchers, 'debit') }
    await record(ctx, { action: 'voucher.export', objectType: 'voucherSettings', objectName: month, detail })
    const written = { word: rules.word, preparer: await ownName(ctx) }
    const rows = sheetLines(vouchers)
    if (format === 'yonyou')
      return sendWorkbook(`记账凭证-用友-${month}`, {
        name: '填制凭证',
        columns: columnsOf(yonyouColumns, written),
        rows,
      })
    const fields = kingdeeFields.map(({ field, value }) => ({ title: field, value }))
    return sendWorkbook(
      `记账凭证-金蝶-${month}`,
      { name: 'Page1', columns: columnsOf(fields, written), rows },
      {
        name: 't_Schema',
        columns: schemaHeadings.map(title => ({ title, value: (row: (typeof schemaRows)[number]) => row[title] })),
        rows: schemaRows,
      },
    )
  },
} satisfies Partial<Handlers<typeof voucherContract>>

const columnsOf = (columns: readonly SheetColumn[], rules: SheetRules): Column<SheetLine>[] =>
  columns.map(({ title, width, value }) => ({ title, ...(width && { width }), value: line => value(line, rules) }))
