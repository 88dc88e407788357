import { lookInto } from '../../../e2e/support/test.ts'
import { sumAmounts } from '../../../src/lib/money.ts'
import type { Call, Task } from '../task.ts'
import { open } from './open.ts'

const LINES = 200
const DAY = '2026-11-21'
const HEAD = [
  '序号',
  '交易日期',
  '借方发生额',
  '贷方发生额',
  '余额',
  '对方户名',
  '对方账号',
  '摘要',
  '附言',
  '交易流水号',
]

type Fee = { id: number; memberId: number; number: string; name: string; amount: number; year: number }
type Line = { amount: number; payer: string; remark: string }
/** What the fees of this day have to be when it is recorded: settled, or open with so much paid. */
type Wanted = { settled: Fee[]; partly: { fee: Fee; paid: number }[]; credits: number }

let bytes: Buffer = Buffer.alloc(0)
let wanted: Wanted
let before: { payments: number; sum: number }

/** Unpaid fees of this year whose payer is the only one of its name and part of no other. */
async function readFees(call: Call): Promise<Fee[]> {
  const year = new Date().getFullYear()
  const all: Fee[] = []
  for (let pageNum = 1; ; pageNum++) {
    const path = `/staff/fee/list?state=due&year=${year}&words=DESK&pageSize=100&pageNum=${pageNum}`
    const { list, pages } = await call('GET', path)
    all.push(...list)
    if (pageNum >= pages) break
  }
  const names = Map.groupBy(all, ({ name }) => name)
  return all.filter(({ name }) => names.get(name)!.length === 1)
}

/** 160 lines as one likes them, and 40 that are not. */
async function makeDay(call: Call): Promise<Line[]> {
  const fees = await readFees(call)
  const take = (count: number) => {
    const some = fees.splice(0, count)
    if (some.length < count) throw new Error('there are too few unpaid fees')
    return some
  }
  const more = take(6)
  const next = {
    ids: more.map(({ memberId }) => memberId),
    year: more[0]!.year + 1,
    dueOn: `${more[0]!.year + 1}-06-30`,
  }
  await call('POST', '/staff/fee/raiseFor', next)
  const groups = Array.from({ length: 4 }, () => take(3))
  const [inThree, short, tooMuch, instalments, byOthers] = [take(2), take(6), take(5), take(5), take(4)]
  const exact = take(LINES - 40)
  wanted = {
    settled: [more, groups.flat(), inThree, short, tooMuch, byOthers, exact].flat(),
    partly: instalments.map(fee => ({ fee, paid: Math.round(fee.amount * 40) / 100 })),
    credits: 5 + 4,
  }
  const fromPayer = (fee: Fee, amount: number, remark = '会费'): Line => ({ amount, payer: fee.name, remark })
  return [
    ...exact.map(fee => fromPayer(fee, fee.amount, `${fee.year} 年度会费 ${fee.number}`)),
    // The sum of what one payer owes of two years.
    ...more.map(fee => fromPayer(fee, 2 * fee.amount, '两年会费')),
    // One transfer for three companies: by their numbers, or by their names.
    ...groups.map((three, i) => ({
      amount: sumAmounts(three.map(({ amount }) => amount)),
      payer: `某某集团财务有限公司${i + 1}`,
      remark: `代付${three.map(({ number, name }) => (i % 2 ? number : name)).join('、')}会费`,
    })),
    // Three transfers for one fee.
    ...inThree.flatMap(fee => {
      const part = Math.floor(fee.amount / 3)
      return [part, part, fee.amount - 2 * part].map(amount => fromPayer(fee, amount))
    }),
    // A fen was kept by the bank.
    ...short.map(fee => fromPayer(fee, sumAmounts([fee.amount, -0.01]))),
    ...tooMuch.map((fee, i) => fromPayer(fee, fee.amount + 300 + i)),
    ...instalments.map(fee => fromPayer(fee, Math.round(fee.amount * 40) / 100, '第一期')),
    // The company stands in the remark alone.
    ...byOthers.map((fee, i) => ({ amount: fee.amount, payer: `王小${'甲乙丙丁'[i]}`, remark: `${fee.name}会费` })),
    ...Array.from({ length: 4 }, (_, i) => ({ amount: 137.31 + i, payer: `赵无${'甲乙丙丁'[i]}`, remark: '转账' })),
  ]
}

const grouped = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 })
const cellOf = (text: string) => (/[",]/.test(text) ? `"${text}"` : text)

/** As a bank gives it: title rows, what went out between what came in, commas in the sums, a total at the end. */
function fileOf(lines: readonly Line[]): Buffer {
  const day = DAY.replaceAll('-', '')
  const rows = lines.flatMap(({ amount, payer, remark }, i) => {
    const serial = `${day}${String(i).padStart(8, '0')}`
    const account = `6222${String(10_000_000 + i)}`
    const came = [String(i + 1), day, '', grouped(amount), '', payer, account, '网银转账', remark, serial]
    const went = [String(i + 1), day, '12.00', '', '', '演示银行', '', '手续费', '', `${serial}F`]
    return i % 25 === 0 ? [came, went] : [came]
  })
  const titles = [['演示银行账户交易明细'], ['账号', '11050160', '币种', '人民币'], ['起止日期', day, day]]
  const sum = sumAmounts(lines.map(({ amount }) => amount))
  const table = [...titles, HEAD, ...rows, ['合计', '', '96.00', grouped(sum)]]
  return Buffer.from(`\uFEFF${table.map(row => row.map(cellOf).join(',')).join('\r\n')}`)
}

async function countPayments() {
  const database = await lookInto()
  const { rows } = await database.query(
    `select count(*)::int as payments, coalesce(sum(amount), 0)::float as sum from payment where way in ('line', 'writeOff')`,
  )
  await database.end()
  return rows[0] as { payments: number; sum: number }
}

let came = 0

/** A day of 200 lines of which 40 are not what is owed. */
export const bankDay: Task = {
  code: 'bankDay',
  as: 'cashier',
  prepare: async ({ callAs }) => {
    const lines = await makeDay(await callAs('admin'))
    if (lines.length !== LINES) throw new Error(`the day has ${lines.length} lines`)
    came = sumAmounts(lines.map(({ amount }) => amount))
    bytes = fileOf(lines)
    before = await countPayments()
  },
  run: async hand => {
    const { page, type, give, click, check, choose, see } = hand
    await open(hand, '银行流水对账')
    await type(page.getByLabel(/^银行/), '演示银行')
    await give(page.locator('input[type=file]'), { name: '明细.csv', mimeType: 'text/csv', buffer: bytes })
    await click(page.getByRole('button', { name: /^有把握的 \d+ 笔一并入账/ }))
    const dialog = page.getByRole('dialog')
    await click(dialog.getByRole('button', { name: '一并入账' }))
    await see(dialog.getByText(/^已处理 \d+ 笔/))
    await click(dialog.getByRole('button', { name: '知道了' }))
    await choose(page.getByRole('combobox', { name: '状态' }), '待处理')
    await page.waitForURL(/state=open/)
    await page.getByRole('table', { name: '流水明细' }).getByText('已入账').first().waitFor({ state: 'detached' })
    await click(page.getByRole('table', { name: '流水明细' }).getByRole('link').first())
    await click(dialog.getByRole('button', { name: '选择款项' }))
    const picking = page.locator('.ant-modal:has(.share-picker)')
    const accept = picking.getByRole('button', { name: /^入账/ })
    for (let left = LINES; left > 0; left--) {
      await page.waitForFunction(() => {
        const button = document.querySelector('.ant-modal .share-picker ~ .form-actions button')
        return button instanceof HTMLButtonElement && !button.disabled
      })
      const asked = await accept.textContent()
      const bears = picking.getByRole('checkbox', { name: /由协会承担/ })
      if (await bears.isVisible()) await check(bears)
      await click(accept)
      // Lines may be alike: the button says how many others wait.
      await page.waitForFunction(
        said => document.querySelector('.ant-modal .share-picker ~ .form-actions button')?.textContent !== said,
        asked,
      )
      if (!(await picking.isVisible())) break
    }
    await see(page.getByText(/待处理 0 笔/))
  },
  prove: async call => {
    const { list } = await call('GET', '/staff/statement/list')
    if (list[0].accepted !== LINES) throw new Error(`${list[0].accepted} of ${LINES} lines were accepted`)
    const after = await countPayments()
    const written = 6 * 0.01
    const sum = sumAmounts([after.sum, -before.sum, -written])
    if (sum !== came) throw new Error(`${came} yuan came, ${sum} were recorded`)
    const database = await lookInto()
    const paid = async (fee: Fee) =>
      (
        await database.query(
          `select r.state, coalesce(sum(a.amount), 0)::float as paid from receivable r
            left join allocation a on a.receivable_id = r.id where r.kind = 'memberFee' and r.payable_id = $1 group by 1`,
          [fee.id],
        )
      ).rows[0] as { state: string; paid: number }
    for (const fee of wanted.settled) {
      const of = await paid(fee)
      if (of.state !== 'confirmed' || of.paid !== fee.amount)
        throw new Error(`${fee.name}: ${of.paid} of ${fee.amount}, ${of.state}`)
    }
    for (const { fee, paid: part } of wanted.partly) {
      const of = await paid(fee)
      if (of.state !== 'due' || of.paid !== part) throw new Error(`${fee.name}: ${of.paid} of the instalment ${part}`)
    }
    const { rows } = await database.query(
      `select count(*)::int as n from (select payment_id from allocation join payment p on p.id = payment_id
        where p.way = 'line' and p.paid_on = $1 and kind = 'surplus' group by 1 having sum(allocation.amount) > 0) c`,
      [DAY],
    )
    await database.end()
    if (rows[0].n !== wanted.credits) throw new Error(`${rows[0].n} lines left a credit, not ${wanted.credits}`)
  },
}
