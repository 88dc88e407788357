import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true })
})
afterAll(() => site.close())

describe('a visitor reads a column', () => {
  test('the newest articles come first, those at the top before them', async () => {
    const { code, data } = await site.get('/catalog/a', { catalogId: 26 })
    expect(code).toBe(200)
    expect(data.list[0]).toMatchObject({ id: 3467, catalogName: '下载专区', isTop: true, hasFile: true })
    const times = data.list.slice(1).map((row: { publishTime: string }) => row.publishTime)
    expect(times).toEqual([...times].sort().reverse())
    expect(data).toMatchObject({ pageNum: 1, pageSize: 10, pages: Math.ceil(data.total / 10) })
  })

  test.each(['abc', '-1', '0', '1.5', '9223372036854775808', ''])(
    'the column number %j is refused with a sentence',
    async catalogId => {
      const { status, code, msg } = await site.get('/catalog/a', { catalogId })
      expect([status, code]).toEqual([200, 400])
      expect(msg).toMatch(/catalogId/)
    },
  )
})
