import { PERSON_HEADINGS, personRow, residentId, workbookOf } from '#test/support/workbooks.ts'
import { lookInto } from '../../../e2e/support/test.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

const ROWS = 500
/** The last `WRONG` rows have a wrong check digit in the ID number; the first `SHORT` rows abbreviate the province. */
const [SHORT, WRONG] = [40, 20]
const YEAR = '1963'

const idOf = (n: number) => residentId(n, `${YEAR}0412`)
const wrong = (id: string) => id.replace(/.$/, last => (last === '1' ? '2' : '1'))

function sheet() {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const [name, id, ...rest] = personRow(n, YEAR)
    const province = n >= SHORT ? '山东' : n < 25 ? '鲁' : '苏'
    return [name!, n >= ROWS - WRONG ? wrong(id!) : id!, ...rest, province]
  })
  return workbookOf([[...PERSON_HEADINGS, '所在省份'], ...rows])
}

export const importing: Task = {
  code: 'import',
  as: 'admin',
  run: async hand => {
    const { page, click, choose, give, type, see } = hand
    const buffer = await sheet()
    await open(hand, '批量导入')
    await choose(page.getByRole('combobox', { name: '导入什么' }), '人员')
    await page.waitForURL(/of=persons/)
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await give(page.locator('input.upload-input').first(), { name: '人员.xlsx', mimeType, buffer })
    await see(page.getByRole('heading', { name: '不在可选值之中的值' }))
    await choose(page.getByRole('combobox', { name: '“鲁”对应为' }), '山东省')
    await choose(page.getByRole('combobox', { name: '“苏”对应为' }), '江苏省')
    await click(page.getByRole('button', { name: /^按此对应并重新检查/ }))
    await see(page.getByText(`有问题`).locator('xpath=..').getByText(String(WRONG), { exact: true }))
    for (let n = ROWS - WRONG; n < ROWS; n++)
      await type(page.getByRole('textbox', { name: `B${n + 2} 更正为` }), idOf(n))
    await click(page.getByRole('button', { name: /^保存更正并重新检查/ }))
    await click(page.getByRole('button', { name: `导入 ${ROWS} 行` }))
    await see(page.getByText('已新增'))
  },
  prove: async () => {
    const database = await lookInto()
    const { rows } = await database.query(`select count(*)::int n from person where extract(year from born_on) = $1`, [
      YEAR,
    ])
    await database.end()
    if (rows[0].n < ROWS) throw new Error(`${rows[0].n} people came in`)
  },
}
