import { expect, test } from 'vitest'
import { placeIn } from './neighbours.ts'

/** Seven records, three on a page. */
const pageOf = async (query: URLSearchParams) => {
  const pageNum = Number(query.get('pageNum') ?? 1)
  const ids = [1, 2, 3, 4, 5, 6, 7].slice((pageNum - 1) * 3, pageNum * 3)
  return {
    list: ids.map(id => ({ id, cells: { name: `第${id}家`, level: '会员单位' } })),
    columns: [{ key: 'name', heading: '名称', sortable: true, nowrap: false, isFigure: false }],
    others: [],
    total: 7,
    pageNum,
    pageSize: 3,
    pages: 3,
  }
}

test('a record in the middle of a page has those beside it, and the list goes along', async () => {
  expect(await placeIn(pageOf, '?status=active', 2)).toMatchObject({
    n: 2,
    of: { total: 7 },
    previous: { id: 1, name: '第1家', list: '?status=active' },
    next: { id: 3 },
  })
})

test('the last of a page is followed by the first of the next one, whose page is then the list', async () => {
  expect(await placeIn(pageOf, '?status=active', 3)).toMatchObject({
    n: 3,
    next: { id: 4, list: '?status=active&pageNum=2' },
  })
  expect(await placeIn(pageOf, '?pageNum=2', 4)).toMatchObject({ n: 4, previous: { id: 3, list: '?pageNum=1' } })
})

test('nothing comes before the first and after the last, and what is not in the list has no place', async () => {
  expect((await placeIn(pageOf, '', 1))?.previous).toBeUndefined()
  expect((await placeIn(pageOf, '?pageNum=3', 7))?.next).toBeUndefined()
  expect(await placeIn(pageOf, '', 7)).toBeUndefined()
})
