import { faultsOf } from '../support/axe.ts'
import { ask, expect, test, textOf } from '../support/test.ts'

test.describe('a list of articles', () => {
  test('is turned page by page, each with an address that survives a reload and the way back', async ({
    page,
    visit,
  }) => {
    const titles = async (pageNum: number) =>
      (await ask(`/catalog/a?catalogId=3&pageNum=${pageNum}`)).list.map((row: { title: string }) => row.title)
    const rows = page.locator('.article-row h2 a')
    await visit('/admin/news/list/3')
    await expect(rows).toHaveText(await titles(1))
    const pager = page.getByRole('navigation', { name: '分页' })
    await pager.getByRole('link', { name: '下一页' }).click()
    await expect(page).toHaveURL('/admin/news/list/3?pageNum=2')
    await expect(rows).toHaveText(await titles(2))
    await expect(pager.getByRole('link', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
    await page.reload()
    await expect(rows).toHaveText(await titles(2))
    await pager.getByRole('link', { name: '第 1 页' }).click()
    await expect(page).toHaveURL('/admin/news/list/3')
    await page.goBack()
    await expect(page).toHaveURL('/admin/news/list/3?pageNum=2')
    await expect(rows).toHaveText(await titles(2))
  })

  test('has its adverts at the side, no larger than they were sold, where a column has no neighbours too', async ({
    page,
    visit,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit('/admin/news/list/26')
    const adverts = page.getByRole('main').getByRole('complementary', { name: /^广告/ })
    await expect(adverts.first()).toBeVisible()
    for (const advert of await adverts.all()) expect((await advert.boundingBox())!.width).toBeLessThanOrEqual(280)
    const text = (await page.locator('.column-main').boundingBox())!
    expect((await adverts.first().boundingBox())!.x).toBeGreaterThan(text.x + text.width)
  })

  test('is narrowed by words and year, and says so when nothing is left', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/news/list/21')
    const filter = page.getByRole('form', { name: '在本栏目中查找' })
    await filter.getByLabel('关键词').fill('理事会')
    await filter.getByRole('button', { name: '查找' }).click()
    await expect(page).toHaveURL(/[?&]key=%E7%90%86%E4%BA%8B%E4%BC%9A/)
    const { list } = await ask('/catalog/a?catalogId=21&key=理事会')
    await expect(page.locator('.article-row')).toHaveCount(list.length)
    await page.reload()
    await expect(filter.getByLabel('关键词')).toHaveValue('理事会')
    await expect(page.locator('.article-row')).toHaveCount(list.length)
    await filter.getByLabel('关键词').fill('查无此词')
    await filter.getByLabel('关键词').press('Enter')
    await expect(page.getByText('没有符合条件的文章')).toBeVisible()
    await page.getByRole('link', { name: '清除条件，查看全部' }).click()
    await expect(page.locator('.article-row').first()).toBeVisible()
    await expect(filter.getByLabel('关键词')).toHaveValue('')
    await page.goBack()
    await expect(page.getByText('没有符合条件的文章')).toBeVisible()
    await expect(filter.getByLabel('关键词')).toHaveValue('查无此词')
  })
})

test('a column that is set to shows the files themselves, with kind and size, and they come', {
  tag: '@night',
}, async ({ page, visit }) => {
  const { list } = await ask('/catalog/a?catalogId=26')
  const [first] = list
  await visit('/admin/news/list/26')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: first.title }) })
  for (const { name, ext } of first.files)
    await expect(row.getByRole('link', { name })).toContainText(new RegExp(`${ext.toUpperCase()}，[\\d.]+ [KM]?B`, 'i'))
  const saved = page.waitForEvent('download')
  await row.getByRole('link', { name: first.files[0].name }).click()
  expect((await saved).suggestedFilename()).toBe(first.files[0].name)
})

test('the names of companies in the registers lead to their pages', { tag: '@night' }, async ({ page, visit }) => {
  for (const [at, table, path] of [
    ['/admin/publicity/qualification', '单位能力评价证书', '/app/publicity/qualification/list?pageSize=20'],
    ['/admin/publicity/person', '人员证书', '/app/publicity/person/list?pageSize=20'],
  ] as const) {
    const { list } = await ask(path)
    const { orgName, certNo } = list.find(({ memberId }: { memberId: number | null }) => memberId)
    await visit(at)
    const row = page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: certNo })
    await row.getByRole('link', { name: orgName }).click()
    await expect(page.getByRole('heading', { level: 1, name: orgName })).toBeVisible()
  }
})

test.describe('the registers', () => {
  test('the qualifications: by group, by kind, by region and by state, all of it in the address', async ({
    page,
    visit,
  }) => {
    await visit('/admin/publicity/qualification')
    const groups = page.getByRole('navigation', { name: '评价类别' })
    const [{ groupId, groupName }] = await ask('/app/publicity/qualification/group/list')
    await groups.getByRole('link', { name: groupName }).click()
    await expect(page.getByRole('region', { name: groupName })).toBeVisible()
    // Use the second kind: other tests issue certificates of the first one at the same time.
    const [, { childId, childName }] = await ask(`/app/publicity/qualification/child/list?groupId=${groupId}`)
    const filter = page.getByRole('form', { name: '查询单位能力评价证书' })
    // A choice takes effect at once, and the focus stays on the field.
    await filter.getByLabel('种类').focus()
    await filter.getByLabel('种类').selectOption(childName)
    await expect(page).toHaveURL(/childId=/)
    await expect(filter.getByLabel('种类')).toBeFocused()
    await filter.getByLabel('状态').selectOption('有效')
    await expect(page).toHaveURL(url => {
      const { groupId: group, childId: child, status } = Object.fromEntries(url.searchParams)
      return group === String(groupId) && child === String(childId) && status === 'valid'
    })
    const { list } = await ask(
      `/app/publicity/qualification/list?groupId=${groupId}&childId=${childId}&status=valid&pageSize=20`,
    )
    const rows = page.getByRole('table').locator('tbody tr')
    await expect(rows).toHaveCount(list.length)
    await page.reload()
    await expect(filter.getByLabel('状态')).toHaveValue('valid')
    await expect(rows).toHaveCount(list.length)
    await filter.getByRole('link', { name: '重置' }).click()
    await expect(page).toHaveURL('/admin/publicity/qualification')
    await expect(filter.getByLabel('状态')).toHaveValue('')
  })

  test('what is typed while a list is on its way stays', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/publicity/qualification')
    const filter = page.getByRole('form', { name: '查询单位能力评价证书' })
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    const asked = page.waitForRequest(/status=valid/)
    await page.route(/status=valid/, route => mayCome.then(() => route.continue()))
    await filter.getByLabel('单位名称').fill('清')
    await filter.getByLabel('状态').selectOption('有效')
    await asked
    await filter.getByLabel('单位名称').fill('清源')
    letCome()
    await expect(page).toHaveURL(/orgName=%E6%B8%85&.*status=valid/)
    await expect(filter.getByLabel('单位名称')).toHaveValue('清源')
    await page.goBack()
    await expect(page).toHaveURL('/admin/publicity/qualification')
    await expect(filter.getByLabel('状态')).toHaveValue('')
  })

  test('the persons: names are masked, the certificate is one click away', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/publicity/person')
    const names = await page.getByRole('table').locator('tbody th').allTextContents()
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter(name => !name.includes('*'))).toEqual([])
    const filter = page.getByRole('form', { name: '查询人员证书' })
    await filter.getByLabel('证书编号').fill('查无此号')
    await filter.getByRole('button', { name: '查询' }).click()
    await expect(page.getByText('没有符合条件的证书')).toBeVisible()
    await expect(page.getByText(/没有同意公开的持证人不在名单中/)).toBeVisible()
    await page.goBack()
    const number = await textOf(
      page
        .getByRole('table')
        .getByRole('link', { name: /-\d{4}-/ })
        .first(),
    )
    await page.getByRole('link', { name: number }).click()
    await expect(page.getByRole('definition').filter({ hasText: number })).toBeVisible()
  })

  test('somebody is found by name and identity number, and no address holds the number', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    const addresses: string[] = []
    page.on('request', request => addresses.push(request.url()))
    await visit('/admin/publicity/person')
    await page.getByText('按姓名和身份证号查询').click()
    const form = page.getByRole('form', { name: '按姓名和身份证号查询' })
    const look = async (name: string) => {
      await form.getByLabel('姓名').fill(name)
      await form.getByLabel('身份证号').fill('110000199001010013')
      await form.getByRole('button', { name: '查询证书' }).click()
    }
    await look('雷振国')
    await expect(page.getByRole('status').filter({ hasText: '没有查到' })).toBeVisible()
    await look('雷振邦')
    await expect(page.getByRole('status').filter({ hasText: '持证人会看到有人查询过' })).toBeVisible()
    await expect(page.getByRole('table').first().getByRole('rowheader').first()).toHaveText('雷振邦')
    expect(addresses.filter(address => address.includes('1990'))).toEqual([])
    expect(await faultsOf(page)).toEqual([])
  })

  test('the members: found by level, region and part of the name; a member has a page', { tag: '@night' }, async ({
    page,
    visit,
  }) => {
    await visit('/admin/publicity/member')
    const filter = page.getByRole('form', { name: '查找会员' })
    await filter.getByLabel('单位名称').fill('清源')
    await filter.getByRole('button', { name: '查询' }).click()
    const name = '北京清源锅炉清洗有限公司'
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    const certificates = page.getByRole('table', { name: `${name}的能力评价证书` })
    await expect(certificates).toBeVisible()
    await certificates.getByRole('link').first().click()
    await expect(page.getByRole('status').filter({ hasText: '截至今天' })).toBeVisible()
  })

  test('the members of a region are counted and shown by its link', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/publicity/member')
    const first = page.locator('.provinces-by-count > div').first()
    const shown = await textOf(first.getByRole('link').first())
    const count = Number((await textOf(first.locator('dt'))).match(/\d+/)![0])
    await first.getByRole('link').first().click()
    await expect(page.getByLabel('地区')).toHaveValue(/^\d{6}$/)
    await expect(page.getByLabel('地区').locator('option:checked')).toContainText(shown)
    await expect(page.getByRole('navigation', { name: '分页' })).toContainText(`共 ${count} 家会员`)
  })

  test('the courses: those that can be enrolled in, then one of them', { tag: '@night' }, async ({ page, visit }) => {
    await visit('/admin/publicity/training')
    await page.getByRole('navigation', { name: '报名状态' }).getByRole('link', { name: '报名中' }).click()
    await expect(page).toHaveURL('/admin/publicity/training?status=open')
    const { list } = await ask('/app/training/list?status=open')
    await expect(page.locator('.course-row h2')).toHaveText(list.map((course: { title: string }) => course.title))
    await page.getByRole('link', { name: list[0].title }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(list[0].title)
    const enrol = page.getByRole('complementary', { name: '报名' })
    await expect(enrol).toContainText(`余 ${list[0].left} 席`)
    await expect(enrol).toContainText(/报名还剩 \d+ 天|报名今天截止/)
  })
})
