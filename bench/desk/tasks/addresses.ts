import { readFile } from 'node:fs/promises'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { UNPAID } from '../data.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'
import { agreeAsSecondAdmin, appointSecondAdmin } from './secondAdmin.ts'

let rows: string[][] = []

/** The addresses of 300 members of a province, for the letters of the annual meeting; a colleague agrees. */
export const addresses: Task = {
  code: 'addresses',
  as: 'admin',
  prepare: appointSecondAdmin,
  run: async (hand, beside) => {
    const { page, click, choose, type } = hand
    const dialog = page.getByRole('dialog')
    await open(hand, '会费')
    await choose(page.getByRole('combobox', { name: '地区' }), UNPAID.province)
    await page.waitForURL(/provinceCode=/)
    await click(page.getByRole('button', { name: '导出通讯录…' }))
    await type(dialog.getByLabel(/^用途/), '邮寄年会通知')
    await click(dialog.getByRole('button', { name: '提出' }))
    await dialog.waitFor({ state: 'hidden' })

    await agreeAsSecondAdmin(beside, 'file')

    await open(hand, '双人复核')
    const downloaded = page.waitForEvent('download')
    await click(page.getByRole('button', { name: '下载' }).first())
    rows = textsOf(await sheetOf(await readFile(await (await downloaded).path())))
  },
  prove: async () => {
    const phones = rows.filter(row => row.some(cell => /^199 ?0000 ?\d{4}$/.test(cell)))
    if (phones.length < UNPAID.count) throw new Error(`the list has the whole number of ${phones.length}`)
    if (!rows.flat().some(cell => cell.includes('邮寄年会通知'))) throw new Error('its purpose is not in it')
  },
}
