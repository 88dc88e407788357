import { dayOf } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import type { closingContract, EntryRow } from '../contract.ts'
import { entriesFor, readDay } from './day.ts'
import { readEntries } from './entries.ts'

type Day = Awaited<ReturnType<typeof readDay>>
type Line = { kindName: string; wayName: string; received: number; refunded: number; net: number; count: number }
type Fact = { name: string; value: string | number }
type Open = Day['claims']['list'][number] & { what: string }

const lineColumns: Column<Line>[] = [
  { title: '种类', width: 14, value: of => of.kindName },
  { title: '方式', width: 16, value: of => of.wayName },
  { title: '收款（元）', width: 14, value: of => of.received },
  { title: '退款（元）', width: 14, value: of => of.refunded },
  { title: '净额（元）', width: 14, value: of => of.net },
  { title: '笔数', width: 8, value: of => of.count },
]
export const entryColumns: Column<EntryRow>[] = [
  { title: '到账或退款日期', width: 16, value: of => of.day },
  { title: '确认日期', width: 12, value: of => of.confirmedOn },
  { title: '种类', width: 12, value: of => of.kindName },
  { title: '收或退', width: 8, value: of => of.directionName },
  { title: '方式', width: 16, value: of => of.wayName },
  { title: '缴费人', width: 36, value: of => of.payer },
  { title: '款项', width: 36, value: of => of.about },
  { title: '编号', width: 20, value: of => of.number },
  { title: '金额（元）', width: 14, value: of => of.amount },
  { title: '补记', width: 8, value: of => (of.isLate ? '补记' : '') },
]
const factColumns: Column<Fact>[] = [
  { title: '项目', width: 24, value: of => of.name },
  { title: '内容', width: 40, value: of => of.value },
]
const openColumns: Column<Open>[] = [
  { title: '事项', width: 20, value: of => of.what },
  { title: '日期', width: 12, value: of => of.day },
  { title: '单位或付款人', width: 36, value: of => of.name },
  { title: '款项或摘要', width: 36, value: of => of.about },
  { title: '金额（元）', width: 14, value: of => of.amount },
]

export const dayBookHandlers = {
  'GET /staff/closing/export': async (ctx, asked) => {
    const day = asked.day ?? dayOf(ctx.now)
    const of = await readDay(ctx, day)
    const entries = await readEntries(ctx, await entriesFor(ctx, day))
    await record(ctx, {
      action: 'closing.export',
      objectType: 'dailyClose',
      objectName: day,
      detail: { rows: entries.length },
    })
    const total: Line = { kindName: '合计', wayName: '', ...of.all }
    return sendWorkbook(
      `日结-${day}`,
      { name: '汇总', columns: lineColumns, rows: [...of.lines, total] },
      { name: '明细', columns: entryColumns, rows: entries },
      { name: '说明', columns: factColumns, rows: factsOf(of) },
      { name: '未了事项', columns: openColumns, rows: openOf(of) },
    )
  },
} satisfies Partial<Handlers<typeof closingContract>>

const factsOf = ({ day, close, late, papers, claims, bankLines }: Day): Fact[] => [
  { name: '日期', value: day },
  { name: '日结编号', value: close ? `第 ${close.number} 号` : '未日结' },
  { name: '日结人', value: close?.closedName ?? '' },
  { name: '日结时间', value: close?.closedTime ?? '' },
  { name: '其中补记（笔）', value: late.count },
  { name: '其中补记净额（元）', value: late.net },
  { name: '当日发票与票据（张）', value: papers.invoices },
  { name: '当日收据（张）', value: papers.receipts },
  { name: '未确认的凭证（笔）', value: claims.total },
  { name: '未入账的流水（笔）', value: bankLines.total },
]

const openOf = ({ claims, bankLines }: Day): Open[] => [
  ...claims.list.map(of => ({ ...of, what: '缴费凭证待确认' })),
  ...bankLines.list.map(of => ({ ...of, what: '银行流水待入账' })),
]
