import { expect, test } from '../support/test.ts'

const RUBBISH = ['abc', '%', '-1', '1e9', '%00', '%F0%9F%99%82', "'or'1", '26%25']

const lists: [path: string, filters: string[]][] = [
  ['/admin/news/list/21', ['year', 'pageNum', 'pageSize']],
  ['/admin/publicity/member', ['provinceCode', 'type', 'pageNum']],
  ['/admin/publicity/person', ['groupId', 'provinceCode', 'status', 'pageNum']],
  ['/admin/publicity/qualification', ['groupId', 'childId', 'provinceCode', 'status', 'pageNum']],
  ['/admin/publicity/training', ['kind', 'status', 'provinceCode', 'pageNum']],
  ['/admin/publicity/award', ['kind', 'year', 'level', 'pageNum']],
  ['/admin/publicity/notice', ['pageNum']],
  ['/admin/home/search?key=锅炉', ['type', 'sort', 'pageNum']],
]

test('whatever stands in a parameter of the address, the page is shown, and says what it leaves out', async ({
  request,
}) => {
  for (const [path, filters] of lists)
    for (const name of filters)
      for (const value of RUBBISH) {
        const url = `${path}${path.includes('?') ? '&' : '?'}${name}=${value}`
        const answer = await request.get(url)
        expect(answer.status(), url).toBe(200)
        // A code or number that nothing has is a filter that nothing passes; what is none is left out.
        if ((name === 'pageNum' || name === 'year') && value !== '1e9')
          expect(await answer.text(), url).toContain('没有按它筛选')
      }
  for (const url of ['/admin/publicity/person?status=valid&status=expired', '/admin/news/list/21?year=2025&year=2026'])
    expect(await (await request.get(url)).text()).toContain('没有按它筛选')
  for (const url of [
    '/admin/news/list-info/3467?pa=26%',
    '/admin/news/list-info/3467?pa=x',
    '/admin/home?utm=%E0%A4%A',
  ]) {
    const answer = await request.get(url)
    expect(answer.status(), url).toBe(200)
    expect(await answer.text(), url).not.toContain('没有按它筛选')
  }
})

test('the list stands there without the filter, which is named', async ({ page, visit }) => {
  await visit('/admin/publicity/person?status=rubbish&pageNum=abc')
  await expect(page.getByRole('status').filter({ hasText: '没有按它筛选' })).toContainText('status=rubbish')
  await expect(page.locator('tbody tr').first()).toBeVisible()
})

test('signs alone find what has them, or nothing', async ({ request }) => {
  for (const key of ['+', '&', '%', '...', '（）', 'C++', 'C#', '.NET', '_', '🙂']) {
    const asked = encodeURIComponent(key)
    for (const path of ['/search', '/app/training/list', '/app/publicity/award/list', '/catalog/a?catalogId=21']) {
      const answer = await request.get(`/api${path}${path.includes('?') ? '&' : '?'}key=${asked}`)
      const { code, data } = await answer.json()
      expect(code, `${path} ${key}`).toBe(200)
      expect(data.total, `${path} ${key}`).toBe(0)
    }
  }
})
