import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { changeGroup } from '#modules/settings/server/settings.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { newAddress, staffSession } from '#test/support/make.ts'
import { by, byName, expectSorted, openRegister } from '#test/support/registers.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { fadePastSearches } from './server/pastSearches.ts'
import { pastSearch } from './server/tables.ts'

setUpSite({ demo: true })

type Suggestion = { text: string; typeName: string; route: string }

const count = async (key: string, address = newAddress()): Promise<boolean> => {
  const { code, data } = await site.from(address).post('/search/count', { key })
  expect(code).toBe(200)
  return data.counted
}
const countBy = async (visitors: number, key: string) => {
  const counted: boolean[] = []
  for (let i = 0; i < visitors; i++) counted.push(await count(key))
  return counted
}
const proposed = async (key: string) => {
  const { data } = await site.from(newAddress()).get('/search/suggest', { key })
  return (data as Suggestion[]).filter(({ typeName }) => typeName === '大家搜过')
}
const wordsProposed = async (key: string) => (await proposed(key)).map(({ text }) => text)
const kept = (key: string) => site.services.db.select().from(pastSearch).where(eq(pastSearch.key, key))
const want = (past: 'on' | 'off') => changeGroup(site.ctx(), 'search', { past })

describe('what visitors have found something by', () => {
  test('is proposed to who begins like this once three have, and leads to what they found', async () => {
    expect(await countBy(2, '化学清洗单位')).toEqual([false, false])
    expect(await proposed('化学清')).toEqual([])
    expect(await count('化学清洗单位')).toBe(true)
    const [suggestion] = await proposed('化学清')
    expect(suggestion).toEqual({
      text: '化学清洗单位',
      typeName: '大家搜过',
      route: `/admin/home/search?key=${encodeURIComponent('化学清洗单位')}`,
    })
    expect(await wordsProposed('hxqxdw')).toEqual(['化学清洗单位'])
    expect(await proposed('化学清洗单位')).toEqual([])
  })

  test('counts once a day for a visitor, however often they ask', async () => {
    const address = newAddress()
    for (let i = 0; i < 5; i++) expect(await count('水质检测', address)).toBe(false)
    const atOnce = newAddress()
    expect(await Promise.all([1, 2, 3].map(() => count('水处理', atOnce)))).toEqual([false, false, false])
    expect(await kept('水处理')).toEqual([])
    expect(await kept('水质检测')).toEqual([])
  })

  test('stands in the order of how many have, three at most', async () => {
    for (const [visitors, key] of [
      [3, '锅炉水'],
      [6, '锅炉水处理'],
      [4, '锅炉化学清洗'],
      [5, '锅炉水质'],
    ] as const)
      await countBy(visitors, key)
    expect(await wordsProposed('锅炉')).toEqual(['锅炉水处理', '锅炉水质', '锅炉化学清洗'])
    expect(await wordsProposed('锅炉水')).toEqual(['锅炉水处理', '锅炉水质'])
  })

  test('is kept as a public heading writes it, once, though three ask at the same time', async () => {
    const asked = ['ＧＢ/Ｔ 1576', 'gb/t 1576', 'GB/T 1576'].map(key => count(key))
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
    expect(await kept('gb/t 1576')).toMatchObject([{ text: 'GB/T 1576', visitors: 3 }])
  })

  test('is not kept where it stands in no heading, as what is found in texts, by its sound or by a person’s name does not', async () => {
    const { rows } = await site.services.db.execute<{ name: string }>(
      `select holder_name as name from certificate where register = 'personnel' limit 1`,
    )
    for (const key of ['不设浮动区间', 'huifeibiaozhun', rows[0]!.name, '飞船'])
      expect(await countBy(4, key)).toEqual([false, false, false, false])
    expect(await kept(rows[0]!.name)).toEqual([])
  })

  test('is proposed no more as soon as no public heading has it', async () => {
    const set = (status: string) =>
      site.services.db.execute(`update article set status = '${status}' where title like '%应用要点%'`)
    await countBy(3, '应用要点')
    expect(await wordsProposed('应用')).toEqual(['应用要点'])
    await set('draft')
    expect(await wordsProposed('应用')).toEqual([])
    await set('published')
    expect(await wordsProposed('应用')).toEqual(['应用要点'])
  })

  test('is a page, and no search, where a page is called just that', async () => {
    await countBy(3, '会费标准')
    expect(await proposed('会费')).toEqual([])
    const { data } = await site.get('/search/suggest', { key: '会费' })
    expect(data).toContainEqual({ text: '会费标准', typeName: '会员服务', route: '/admin/news/info/83' })
  })

  test('is neither counted nor proposed where the association does not want it', async () => {
    await countBy(3, '锅炉清洗')
    expect(await wordsProposed('锅炉清')).toEqual(['锅炉清洗'])
    await want('off')
    expect(await wordsProposed('锅炉清')).toEqual([])
    expect(await count('锅炉清洗')).toBe(false)
    expect(await kept('锅炉清洗')).toMatchObject([{ visitors: 3 }])
    await want('on')
  })

  test('finds no room beside ten thousand others, and is counted on where it has it', async () => {
    await countBy(3, '工业锅炉')
    await site.services.db.execute(`insert into past_search (key, text, visitors, words)
      select 'many ' || n, '', 1, '' from generate_series(1, 10000) n`)
    expect(await countBy(3, '工业锅炉水质')).toEqual([false, false, false])
    expect(await count('工业锅炉')).toBe(true)
    await site.services.db.execute(`delete from past_search where key like 'many %'`)
    expect(await countBy(3, '工业锅炉水质')).toEqual([false, false, true])
  })

  test('counts half as much each month, and is forgotten when nobody looks for it any more', async () => {
    await countBy(7, '入会申请')
    const fade = () => fadePastSearches(site.services)
    await fade()
    expect(await kept('入会申请')).toMatchObject([{ visitors: 3 }])
    expect(await wordsProposed('入会')).toEqual(['入会申请'])
    await fade()
    expect(await wordsProposed('入会')).toEqual([])
    await fade()
    expect(await kept('入会申请')).toEqual([])
  })
})

describe('the staff sees what is proposed', () => {
  const editor = setUpStaff('editor')
  type Row = { id: number; text: string; visitors: number; state: string; route: string }
  const list = async (asked: Record<string, string | number> = {}) =>
    (await editor.get('/staff/pastSearch/list', asked)).data.list as Row[]
  const hide = async (texts: string[], hide: boolean) => {
    const rows = (await list()).filter(({ text }) => texts.includes(text))
    return editor.post('/staff/pastSearch/hide', { ids: rows.map(({ id }) => id), hide })
  }
  const clear = () => site.services.db.delete(pastSearch)

  test('the most frequent first, by part of a word and by state, as a list and as a workbook', async () => {
    await clear()
    await countBy(4, '锅炉清洗')
    await countBy(6, '水质检测')
    await countBy(3, '入会申请')
    await fadePastSearches(site.services)
    await countBy(2, '锅炉清洗')
    expect(await list()).toMatchObject([
      {
        text: '锅炉清洗',
        visitors: 4,
        state: 'shown',
        route: `/admin/home/search?key=${encodeURIComponent('锅炉清洗')}`,
      },
      { text: '水质检测', visitors: 3, state: 'shown' },
      { text: '入会申请', visitors: 1, state: 'few' },
    ])
    const texts = async (asked: Record<string, string | number>) => (await list(asked)).map(({ text }) => text)
    expect(await texts({ key: '鍋爐' })).toEqual(['锅炉清洗'])
    expect(await texts({ state: 'few' })).toEqual(['入会申请'])
    expect(await texts({ pageNum: 1, pageSize: 2 })).toEqual(['锅炉清洗', '水质检测'])
    expect(await texts({ pageNum: 2, pageSize: 2 })).toEqual(['入会申请'])
    expect(await texts({ pageNum: 2, pageSize: 1 })).toEqual(['水质检测'])
    const headers = { cookie: (await staffSession(site, 'editor')).cookie, 'sec-fetch-site': 'same-origin' }
    const saved = async (asked: string) => {
      const { rawPayload } = await site.app.inject({ url: `/api/staff/pastSearch/export${asked}`, headers })
      return textsOf(await sheetOf(rawPayload)).slice(1)
    }
    const rows = [
      ['锅炉清洗', '4', '提示'],
      ['水质检测', '3', '提示'],
      ['入会申请', '1', '近来搜的人少'],
    ]
    expect(await saved('')).toEqual(rows)
    expect(await saved('?state=shown')).toEqual(rows.slice(0, 2))
    expect(await saved(`?key=${encodeURIComponent('水质')}`)).toEqual(rows.slice(1, 2))
    const register = await openRegister(site, '/staff/pastSearch', 'editor')
    await expectSorted(register, {}, { text: byName(row => row.text), visitors: by(row => row.visitors) })
  })

  test('what they hide is proposed no more, stays hidden however often it is asked for, and comes back when they say so', async () => {
    await clear()
    await countBy(3, '锅炉清洗')
    await countBy(3, '锅炉水质')
    expect(await wordsProposed('锅炉')).toEqual(['锅炉清洗', '锅炉水质'])
    expect((await hide(['锅炉清洗', '锅炉水质'], true)).data).toEqual({ changed: 2 })
    expect((await hide(['锅炉清洗'], true)).data).toEqual({ changed: 0 })
    expect(await wordsProposed('锅炉')).toEqual([])
    for (let months = 0; months < 3; months++) await fadePastSearches(site.services)
    await countBy(4, '锅炉清洗')
    expect(await wordsProposed('锅炉')).toEqual([])
    expect(await list({ state: 'hidden' })).toMatchObject([{ text: '锅炉清洗' }, { text: '锅炉水质' }])
    expect((await hide(['锅炉清洗'], false)).data).toEqual({ changed: 1 })
    expect(await wordsProposed('锅炉')).toEqual(['锅炉清洗'])
  })
})
