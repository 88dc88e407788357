import type { Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import { expect, phone, test } from '../support/test.ts'

const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
/** A picture of the page, where somebody wants to look at it. */
const picture = async (page: Page, name: string) => {
  if (process.env.SURVEY_PICTURES)
    await page.screenshot({ path: `${process.env.SURVEY_PICTURES}/${name}.png`, fullPage: true })
}

test('a survey: written on the screen, answered on a phone by who has the link, counted, each count opens its answers', async ({
  page,
  signInStaff,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000)
  await signInStaff('admin')
  const title = `服务评价 ${Date.now()}`

  await test.step('its settings and questions are written', async () => {
    await page.goto('/staff/surveys?new=1')
    await page.getByRole('textbox', { name: /^名称/ }).fill(title)
    await page.getByRole('textbox', { name: /^开头的话/ }).fill('请花两分钟评价协会的服务。')
    await page.getByRole('radio', { name: '任何人，凭链接' }).check()
    await page.getByRole('radio', { name: '匿名' }).check()
    await page.getByRole('button', { name: '保存，接着写题目' }).click()
    await expect(page.getByText('还没有题目')).toBeVisible()
    await page.getByRole('button', { name: '添加题目' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^题目/ }).fill('是否满意')
    for (const [i, name] of ['满意', '不满意'].entries()) {
      await dialog.getByRole('button', { name: /添加一行/ }).click()
      await dialog.getByRole('textbox', { name: new RegExp(`第 ${i + 1} 行 选项`) }).fill(name)
    }
    await picture(page, 'question')
    await dialog.getByRole('button', { name: '添加', exact: true }).click()
    await expect(page.getByText('1. 是否满意')).toBeVisible()
    await page.getByRole('button', { name: '预览' }).click()
    await expect(page.getByRole('dialog').getByRole('radio', { name: '不满意' })).toBeVisible()
    await picture(page, 'preview')
    await page.keyboard.press('Escape')
  })

  await test.step('it is published', async () => {
    await page.getByRole('button', { name: '发布', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('从此不能修改')
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await expect(page.getByText('进行中')).toBeVisible()
    await picture(page, 'staff')
  })
  const address = await page.getByRole('link', { name: /\/admin\/survey\// }).getAttribute('href')

  await test.step('a visitor answers on a phone: what is missing is said, nothing typed is lost', async () => {
    const context = await browser.newContext({ ...phone, baseURL, reducedMotion: 'reduce', locale: 'zh-CN' })
    const visitor = await context.newPage()
    await visitor.goto(new URL(address!).pathname)
    await expect(visitor.getByText('匿名：不用登录')).toBeVisible()
    await visitor.getByRole('button', { name: '匿名交卷' }).click()
    await expect(visitor.getByRole('link', { name: /请选择是否满意/ })).toBeVisible()
    await visitor.getByRole('radio', { name: '不满意' }).check()
    expect(await wide(visitor)).toBeLessThanOrEqual(0)
    expect(await faultsOf(visitor)).toEqual([])
    await picture(visitor, 'phone')
    await visitor.getByRole('button', { name: '匿名交卷' }).click()
    await expect(visitor.getByRole('heading', { name: '已交卷' })).toBeVisible()
    await context.close()
  })

  await test.step('the count leads to the answer', async () => {
    await page.reload()
    await page.getByRole('button', { name: '查看结果' }).click()
    await picture(page, 'results')
    await page.getByRole('button', { name: /^查看数据表/ }).click()
    await page
      .getByRole('row', { name: /不满意（100.0%）/ })
      .getByRole('link')
      .click()
    await page.getByRole('link', { name: '匿名', exact: true }).click()
    await expect(page.getByText('不满意')).toBeVisible()
    await picture(page, 'answer')
  })
})
