import { dialog, handover, isFaultless, main, press } from '../support/board.ts'
import { tabTo } from '../support/keys.ts'
import { expect, test, textsTo, visit } from '../support/test.ts'

test('a handover is looked at, frozen, confirmed and decided', async ({ page, signInStaff }) => {
  const of = await handover(page)
  await signInStaff('admin')
  await visit(page, `/staff/handovers?key=${of.number}`)
  await expect(page.getByRole('row', { name: new RegExp(of.orgName) })).toContainText('待协会核对')
  await isFaultless(page)
  await page.getByRole('link', { name: of.orgName }).click()
  await expect(page.getByText(of.phone)).toHaveCount(0)
  await main(page).getByRole('button', { name: /^预览/ }).click()
  await expect(page.getByRole('dialog', { name: '变更函.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await tabTo(page, /^冻结账号$/)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('原账号立即不能登录')
  await isFaultless(page)
  await press(dialog(page), '冻结账号')
  await expect(page.getByText('等待第二联系人凭短信确认')).toBeVisible()
  await isFaultless(page)

  const confirmation = async () => (await textsTo(of.second)).find(text => text.includes('确认码'))
  await expect.poll(confirmation).toBeTruthy()
  const code = (await confirmation())!.match(/确认码 (\d{6})/)![1]
  await page.request.post('/api/handover/confirm', { data: { number: of.number, code } })
  await page.reload()
  await press(main(page), '同意变更')
  await press(dialog(page), '同意变更')
  await expect(page.getByText('已变更').first()).toBeVisible()
  await expect(page.getByText('待协会决定', { exact: true })).toBeVisible()
  await isFaultless(page)
})
