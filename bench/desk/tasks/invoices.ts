import { pdf } from '#test/support/uploads.ts'
import { workbookOf } from '#test/support/workbooks.ts'
import { zipOf } from '../../../src/lib/server/sheets/zipWriter.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const COUNT = 80
const HEADINGS = ['发票号码', '购买方名称', '开票日期', '价税合计', '备注']
const numberOf = (i: number) => `2611200000005090${String(i).padStart(4, '0')}`
let list: Buffer = Buffer.alloc(0)
let papers: Buffer = Buffer.alloc(0)

type Paid = { payer: string; number: string; about: string; amount: number; invoiceNumber: string }

export const invoices: Task = {
  code: 'invoices',
  as: 'cashier',
  prepare: async ({ callAs }) => {
    const call = await callAs('admin')
    const found = await call('GET', '/staff/receivable/list?kind=memberFee&state=paid&key=DESK&pageSize=100')
    const paid: Paid[] = found.list.filter(({ invoiceNumber }: Paid) => !invoiceNumber).slice(0, COUNT)
    const rows = paid.map(({ payer, number, about, amount }, i) => [
      numberOf(i),
      payer,
      '2026-11-20',
      amount,
      `${about} ${number}`,
    ])
    list = await workbookOf([HEADINGS, ...rows])
    async function* files() {
      for (const [i, { payer }] of paid.entries()) yield { name: `${numberOf(i)}_${payer}.pdf`, bytes: pdf() }
    }
    const chunks: Buffer[] = []
    for await (const chunk of zipOf(files(), new Date())) chunks.push(chunk)
    papers = Buffer.concat(chunks)
  },
  run: async hand => {
    const { page, give, click, see } = hand
    await open(hand, '批量登记发票')
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await give(
      page.locator('input[type=file]').first(),
      { name: '发票清单.xlsx', mimeType, buffer: list },
      { name: '发票.zip', mimeType: 'application/zip', buffer: papers },
    )
    await click(page.getByRole('button', { name: `登记 ${COUNT} 张发票` }))
    await see(page.getByText(`已登记 ${COUNT} 张，未登记 0 张。`))
  },
  prove: async call => {
    const { total } = await call('GET', '/staff/receivable/list?state=paid&key=DESK&pageSize=1')
    const detail = await call('GET', '/staff/receivable/list?state=paid&kind=memberFee&key=DESK&pageSize=100')
    const kept = detail.list.filter(({ invoiceNumber }: Paid) => invoiceNumber.startsWith('2611200000005090'))
    if (kept.length !== COUNT) throw new Error(`${kept.length} of ${COUNT} invoices stand at ${total} fees`)
  },
}
