import { newApplication } from '../support/applying.ts'
import { faultsOf } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('the register and the history stand beside the form, and who returns it writes at once', async ({
  page,
  context,
  visit,
  signInStaff,
}) => {
  // Companies of these tests have their people and phones in common.
  await newApplication(page)
  const of = await newApplication(page)
  await signInStaff('reviewer')
  await visit(`/staff/review/${of.id}`)
  const register = page.getByRole('region', { name: '登记情况' })
  const alike = register.getByRole('list', { name: '相同或相近的单位' })
  await expect(alike.getByRole('listitem').first()).toContainText(/法定代表人同名|手机相同/)
  await expect(register.getByText(/^没有查到：/)).toContainText('公示异议')
  expect(await faultsOf(page)).toEqual([])
  const opening = context.waitForEvent('page')
  await register.getByRole('link').first().click()
  const record = await opening
  await expect(record.getByRole('heading', { level: 1, name: '单位档案' })).toBeVisible()
  await record.close()

  await page.setViewportSize({ width: 1440, height: 900 })
  const history = page.getByRole('region', { name: '这份申请的历史' })
  await page.mouse.move(400, 500)
  await page.mouse.wheel(0, 900)
  await expect(history).toBeInViewport()

  const asked = page.getByRole('checkbox', { name: /^要求补正 ?：详细地址$/ })
  await asked.check()
  await expect(page.getByLabel('对“详细地址”的要求')).toBeFocused()
  await asked.uncheck()
  await page.getByRole('button', { name: '退回补正' }).click()
  await expect(page.getByRole('dialog').getByLabel('理由', { exact: true })).toBeFocused()
})
