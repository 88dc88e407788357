import type { Page } from '@playwright/test'
import { dialog, main, press } from './board.ts'
import { expect, lookInto } from './test.ts'

const DAY_MS = 86_400_000
/** A day of the association so many days from today. */
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS + 8 * 3_600_000).toISOString().slice(0, 10)
/** A time as somebody picks it. */
export const inHours = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000 + 8 * 3_600_000).toISOString().slice(0, 16)

/** A picture of the page, where somebody wants to look at it. */
export async function picture(page: Page, name: string) {
  const folder = process.env.ELECTION_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** A body of the test's own with a post, elected by the members' assembly; answers its name. */
export async function newBody(): Promise<string> {
  const database = await lookInto()
  const name = `分会理事会${Date.now() % 1_000_000}`
  const { rows } = await database.query(`insert into body (code, name, kind) values ($1, $2, 'council') returning id`, [
    `branch${Date.now()}`,
    name,
  ])
  await database.query(`insert into post (body_id, name) values ($1, '理事'), ($1, '会长')`, [rows[0].id])
  await database.end()
  return name
}

/** Lets the days pass for which lists are published. */
export async function passDays(id: string) {
  const database = await lookInto()
  const yesterday = inDays(-1)
  await database.query(
    `update election set roll_until = least(roll_until, $2), nomination_until = least(nomination_until, $2),
      candidates_until = least(candidates_until, $2) where id = $1`,
    [id, yesterday],
  )
  await database.end()
}

/** Presses the button of an act, fills its dialog in and confirms it. */
export async function act(page: Page, name: string, fill?: () => Promise<void>, action = name) {
  await press(main(page), name)
  await fill?.()
  await press(dialog(page), action)
  await expect(dialog(page)).toHaveCount(0)
}

/** Chooses an option of a select in a dialog. */
export async function choose(page: Page, label: RegExp | string, option: string) {
  await dialog(page).getByRole('combobox', { name: label }).last().click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option }).first().click()
}

/** Begins an election of a body by the assembly, with the form of the list; answers its id. */
export async function beginElection(page: Page, bodyName: string): Promise<string> {
  await press(main(page), '开始换届选举')
  const form = dialog(page)
  await form.getByLabel(/^名称/).fill(`${bodyName}换届选举`)
  await choose(page, /^换届的机构/, bodyName)
  await choose(page, /^由谁选举/, '会员大会')
  await form.getByLabel(/^本届届满日/).fill(inDays(30))
  await form.getByRole('textbox', { name: /^新一届(?!从|到)/ }).fill('第二届')
  await form.getByLabel(/^新一届从/).fill(inDays(31))
  await form.getByLabel(/^投票日/).fill(inDays(0))
  await form.getByLabel(/^投票地点/).fill('会议中心')
  await press(form, '开始')
  await page.waitForURL(/\/staff\/elections\/\d+$/)
  return page.url().split('/').at(-1)!
}
