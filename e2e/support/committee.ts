import type { Page } from '@playwright/test'
import { dayAhead } from './awarding.ts'
import { dialog, isFaultless, main, press } from './board.ts'
import { expect, visit } from './test.ts'

/** The committee meets on it, and its secretary records what it decided. */
export async function committeeMeets(
  page: Page,
  { title, work, level }: { title: string; work: string; level: string },
) {
  await visit(page, '/staff/meetings')
  await press(main(page), '新建会议')
  const form = dialog(page)
  await form.getByLabel(/^会议名称/).fill(title)
  await form.getByLabel(/^机构/).click()
  await page.getByTitle('奖励委员会', { exact: true }).click()
  await form.getByLabel(/^日期/).fill(dayAhead(0))
  await page.keyboard.press('Tab')
  await press(form, '新建')
  await expect(page).toHaveURL(/\/staff\/meetings\/\d+$/)
  await page.getByLabel('申请人', { exact: true }).fill(work)
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: `选择 ${work}` }).check()
  await press(main(page), '选入议程（1 份）')
  const item = page.locator('.meeting-agenda > li')
  await expect(item).toContainText(`建议等级 ${level}`)
  await expect(item).toContainText('名次 1')
  await isFaultless(page)
  for (const format of ['议程 PDF', '议程 Word']) {
    const [file] = await Promise.all([page.waitForEvent('download'), press(main(page), format)])
    expect(file.suggestedFilename()).toContain(title)
  }
  await press(main(page), '会议已召开')
  await page.getByLabel(/^应到人数/).fill('21')
  await page.getByLabel(/^实到人数/).fill('19')
  await page.getByLabel(/^主持人/).fill('李晓明')
  await page.getByLabel(/^记录人/).fill('王芳')
  await press(main(page), '全部一致同意')
  await isFaultless(page)
  await press(main(page), '记录审议结果')
  await press(dialog(page), '记录')
  await expect(page.getByRole('heading', { name: '审议结果', level: 2, exact: true })).toBeVisible()
}
