import { begin, named, saved } from '../support/articles.ts'
import { expect, hashOf, lookInto, test } from '../support/test.ts'

const DEMO_PASSWORD = 'Hangxie-demo-2026'

/** Puts the last use of a session twenty minutes back: from a quarter of an hour on it is locked. */
async function leaveAlone(token: string) {
  const database = await lookInto()
  await database.query(`update session set seen_at = now() - interval '20 minutes' where token_hash = $1`, [
    hashOf(token),
  ])
  await database.end()
}

test('an idle session is locked over the page; the password goes on with what was pressed', async ({
  page,
  signInStaff,
  visit,
}) => {
  const token = await signInStaff('editor')
  await visit('/staff/articles')
  // A call of the page itself would be the one that meets the lock.
  await page.waitForLoadState('networkidle')
  await leaveAlone(token)
  await page.getByRole('link', { name: '工作台' }).first().click()
  const lock = page.getByRole('dialog', { name: '已锁定' })
  await expect(lock).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lock).toBeVisible()
  await lock.getByLabel('密码').fill('不是它')
  await lock.getByRole('button', { name: '继续使用' }).click()
  await expect(lock.getByText('密码不正确')).toBeVisible()
  await lock.getByLabel('密码').fill(DEMO_PASSWORD)
  await lock.getByRole('button', { name: '继续使用' }).click()
  await expect(lock).toBeHidden()
  await expect(page).toHaveURL(/\/staff$/)
  await expect(page.getByRole('heading', { level: 1, name: '工作台' })).toBeVisible()
})

test('an editor takes the last act back, by the button and by the keyboard', async ({ page, signInStaff }) => {
  await signInStaff('editor')
  const title = named('撤销试用的文章')
  await begin(page, title)
  await saved(page)
  const remove = async () => {
    await page.getByRole('button', { name: '删除…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await expect(page.locator('.undo-bar')).toContainText(`已放入回收站：《${title}》`)
  }
  await remove()
  await page.locator('.undo-bar').getByRole('button', { name: '撤销' }).click()
  await expect(page.getByRole('button', { name: '删除…' })).toBeVisible()
  await remove()
  await page.locator('main h1').click()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: '删除…' })).toBeVisible()
})
