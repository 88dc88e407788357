import { newApplication } from '../support/applying.ts'
import { isSound, opened } from '../support/sound.ts'
import { expect, signInBy, test } from '../support/test.ts'

test('a member reads first what is to be done, by its last day, each with its act, and what waits for the association', async ({
  page,
  visit,
  signIn,
}) => {
  await signIn('qingyuan')
  await visit('/admin/user')
  await opened(page)
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.nth(1)).toHaveText(/^待我办理（\d+）$/)
  const waitingFor = page.getByRole('main').getByRole('link', { name: /^\d+ 件等协会办理$/ })
  const waitingCount = Number.parseInt((await waitingFor.textContent())!, 10)
  await isSound(page, [375, 1440])
  await waitingFor.click()
  const todo = page.locator('#todo')
  await expect(todo).toBeVisible()
  const days = (await todo.getByText(/前完成$/).allTextContents()).map(said => said.match(/\d+/g)!.map(Number))
  expect(days.length).toBeGreaterThan(1)
  const asNumbers = days.map(([year, month, day]) => year! * 10_000 + month! * 100 + day!)
  expect(asNumbers).toEqual(asNumbers.toSorted((a, b) => a - b))
  for (const row of await todo.getByRole('listitem').all())
    await expect(row.locator('.button')).toHaveText(
      /^(补正|缴费|继续填写|换证|上传材料|确认递补|提交年度报告|完善资料)/,
    )
  await expect(
    page
      .locator('#waiting')
      .getByText(/等待(协会办理|公示期满|空出名额)/)
      .first(),
  ).toBeVisible()
  await isSound(page, [375, 1440])
  await expect(page.locator('#waiting').getByRole('heading')).toContainText(`（${waitingCount}）`)
  // Withdrawing asks for confirmation.
  const waiting = page.locator('#waiting').getByRole('listitem')
  await waiting.getByRole('link').first().click()
  await page.getByRole('main').getByRole('button', { name: '撤回申请' }).first().click()
  await expect(page.getByRole('dialog', { name: '撤回这份申请？' })).toContainText('终止')
  await isSound(page, [375, 1440])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('from a certificate that ends one comes to its renewal, or to the one that is under way', {
  tag: '@night',
}, async ({ page, visit, signIn }) => {
  await signIn('qingyuan')
  for (const screen of ['/admin/user', '/admin/user/certificates', '/admin/user/qualification']) {
    await visit(screen)
    await page
      .getByRole('link', { name: /^查看换证进度/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/admin\/user\/doing\/\d+$/)
    await expect(page.getByText('换证', { exact: false }).first()).toBeVisible()
  }
})

test('whoever withdraws an application is told that it is over, and begins anew from there', async ({
  page,
  visit,
}) => {
  const { id, token } = await newApplication(page)
  await signInBy(page, token)
  await visit(`/admin/user/doing/${id}`)
  await page.getByRole('main').getByRole('button', { name: '撤回申请' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: '入会申请已撤回' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: '重新申请' }).click()
  await expect(page).toHaveURL('/admin/user/apply/membership')
  await expect(page.getByRole('radio', { name: /^会员单位/ })).toBeVisible()
  await expect(page.getByRole('button', { name: '下一步：核对并提交' })).toBeVisible()
})
