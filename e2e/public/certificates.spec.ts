import { faultsOf } from '../support/axe.ts'
import { certificateNumber } from '../support/routes.ts'
import { ask, expect, test } from '../support/test.ts'

const day = (offset: number) => new Date(Date.now() + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10)

test.describe('somebody checks a certificate', () => {
  test('by its number from the home page, as it is and typed carelessly', async ({ page, visit }) => {
    const number = await certificateNumber('valid')
    await visit('/admin/home')
    await page.getByRole('textbox', { name: '证书查验' }).fill(` ${number.toLowerCase().replaceAll('-', '')}`)
    await page.getByRole('button', { name: '查验' }).click()
    await expect(page).toHaveURL(/\/admin\/verify\?number=/)
    await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toContainText(/有效|即将到期/)
    await expect(page.getByRole('definition').filter({ hasText: number })).toBeVisible()
  })

  test('and then whether it was valid on a past day', { tag: '@night' }, async ({ page, visit }) => {
    const number = await certificateNumber('revoked')
    await visit(`/admin/verify?number=${number}`)
    const verdict = page.getByRole('status').filter({ hasText: /截至今天|这一天/ })
    await expect(verdict).toContainText('撤销')
    await expect(page.getByRole('listitem').filter({ hasText: '年度报告提供虚假业绩' })).toBeVisible()
    const { issueDate } = await ask(`/cert/verify?number=${number}`)
    await page.getByLabel('查询哪一天的状态').fill(issueDate)
    await page.getByRole('button', { name: '查验' }).click()
    await expect(page).toHaveURL(new RegExp(`on=${issueDate}`))
    await expect(verdict).toContainText('有效')
    await expect(verdict).toContainText('这一天')
    await expect(page.getByText(/今天（.*）的状态：已撤销/)).toBeVisible()
  })

  test('and reads the answer as the heading: the state, then since when and why, or until when', {
    tag: '@night',
  }, async ({ page, visit }) => {
    for (const status of ['expiring', 'expired', 'revoked', 'suspended']) {
      const number = await certificateNumber(status)
      const { today, history, validTo } = await ask(`/cert/verify?number=${number}`)
      const turn = history.findLast(({ event }: { event: string }) => event === status)
      await visit(`/admin/verify?number=${number}`)
      const answer = page.getByRole('status').getByRole('heading', { level: 2 })
      await expect(answer).toHaveText(today.verdict.join(' · '))
      await expect(answer).toContainText(
        turn ? `自 ${turn.date} · ${turn.reason}` : status === 'expired' ? `${validTo} 到期` : '有效 · ',
      )
      await visit(`/admin/publicity/qualification?certNo=${number}`)
      await expect(page.getByRole('row').filter({ hasText: number })).toContainText(today.certStatusName)
    }
  })

  test('and goes on from the name of the company to its page, and from the list to where it stands', {
    tag: '@night',
  }, async ({ page, visit }) => {
    const orgName = '北京清源锅炉清洗有限公司'
    const { list } = await ask(`/app/publicity/qualification/list?orgName=${orgName}`)
    const [{ certNo }] = list
    await visit(`/admin/verify?number=${certNo}`)
    await page.getByRole('definition').getByRole('link', { name: orgName }).click()
    await expect(page.getByRole('heading', { level: 1, name: orgName })).toBeVisible()
    await visit(`/admin/verify?number=${certNo}`)
    await page.getByRole('link', { name: '单位能力评价公示' }).click()
    await expect(page.getByRole('row').filter({ hasText: certNo })).toBeVisible()
  })

  test('by a name instead of a number, and is led to the lists with the name filled in', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/verify')
    await page.getByLabel('证书编号').fill('北京清源')
    await page.getByRole('button', { name: '查验' }).click()
    await expect(page.getByText('“北京清源”像是名称，不是证书编号')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await expect(page.getByRole('link', { name: '按人员查' })).toHaveAttribute('href', /person\?name=/)
    await page.getByRole('link', { name: '按单位查' }).click()
    await expect(page.getByLabel('单位名称')).toHaveValue('北京清源')
    await expect(page.getByRole('row').filter({ hasText: '北京清源' }).first()).toBeVisible()
  })

  test('that was replaced, and follows the link to its successor and back', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    const number = await certificateNumber('replaced')
    const { successors } = await ask(`/cert/verify?number=${number}`)
    await visit(`/admin/verify?number=${number}`)
    await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toContainText('已被替代')
    await page.getByRole('link', { name: successors[0] }).click()
    await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toContainText('有效')
    await page.getByRole('link', { name: number }).click()
    await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toContainText('已被替代')
  })

  test('that does not exist: what was typed stays, and it is not called invalid', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/verify')
    const field = page.getByLabel('证书编号')
    await field.fill('CBWA-QX01-A-1999-9999')
    await field.press('Enter')
    await expect(page.getByText('登记库中没有编号为“CBWA-QX01-A-1999-9999”的证书')).toBeVisible()
    await expect(page.getByText('这不等于证书无效')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await expect(field).toHaveValue('CBWA-QX01-A-1999-9999')
  })

  test('by the QR code on it, and for a past day without typing the number', async ({ page, visit }) => {
    const number = await certificateNumber('valid')
    const { verifyUrl, issueDate } = await ask(`/cert/verify?number=${number}`)
    const { pathname, search } = new URL(verifyUrl)
    await visit(pathname + search)
    await expect(page.getByRole('definition').filter({ hasText: number })).toBeVisible()
    await page.getByLabel('查询哪一天的状态').fill(issueDate)
    await page.getByRole('button', { name: '查验' }).click()
    await expect(page.getByRole('status').filter({ hasText: '这一天' })).toContainText('有效')
    await visit('/admin/verify?token=0000000000000000000000')
    await expect(page.getByText('登记库中没有这个二维码对应的证书')).toBeVisible()
  })

  test('for a day to come: the form says why not, and keeps both fields', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    const number = await certificateNumber('valid')
    await visit(`/admin/verify?number=${number}&on=${day(30)}`)
    await expect(page.getByRole('alert').filter({ hasText: '只能核验今天或以前某一天的状态' })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await expect(page.getByLabel('证书编号')).toHaveValue(number)
    await expect(page.getByLabel('查询哪一天的状态')).toHaveValue(day(30))
  })
})
