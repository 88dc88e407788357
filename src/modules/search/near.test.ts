import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { toNear } from '#lib/server/search/near.ts'
import { articleWords } from '#modules/content/server/words.ts'
import { type Hit, publish, search, titles } from '#test/setups/search.ts'
import { setUpSite, site } from '#test/setups/site.ts'

setUpSite({ demo: true })

describe('where nothing is found', () => {
  test.each([
    ['锅庐水处理', '锅炉水处理', 'what sounds alike'],
    ['锅炉水处里', '锅炉水处理', 'what sounds alike at its end'],
    ['工业锅炉水制', '工业锅炉水质', 'what hardly differs in its sound'],
    ['锅炉水木理', '锅炉水处理', 'one character otherwise'],
    ['锅炉水处理飞船', '锅炉水处理', 'its longest beginning'],
    ['飞船锅炉水处理', '锅炉水处理', 'its longest end'],
    ['飞船 清洗', '清洗', 'the word that finds something'],
  ])('for %j what comes close is shown, and %j is proposed: %s', async (key, proposed) => {
    const { data } = await search({ key })
    expect(data).toMatchObject({ total: 0, list: [], taken: null })
    expect(data.suggestions).toContain(proposed)
    for (const suggestion of data.suggestions) expect((await search({ key: suggestion })).data.total).toBeGreaterThan(0)
    expect(data.near.length).toBeGreaterThan(0)
    expect(data.near[0].title + data.near[0].summary).toContain('<em>')
  })

  test.each(['不设浮动曲间', '不设浮区间', '不设浮动的区间', '不设动浮区间'])(
    'the text that has it with one character otherwise, as in %j',
    async key => {
      const { data } = await search({ key })
      expect(data.total).toBe(0)
      expect(data.near[0]).toMatchObject({ title: '会费标准', catalogId: 83, route: '/admin/news/info/83' })
      expect(data.near[0].publishTime).toMatch(/^\d{4}-/)
    },
  )

  test('a long phrase with one character otherwise, wherever it is', async () => {
    const written = [...'锅炉水处理作业人员']
    const words = articleWords({
      title: '',
      docNo: '',
      keywords: [],
      summary: '',
      plain: `按照${written.join('')}考核`,
    })
    const typed = written.flatMap((char, i) => [
      written.with(i, '囍'),
      written.toSpliced(i, 1),
      written.toSpliced(i, 0, '囍'),
      ...(i > 0 ? [written.with(i, written[i - 1]!).with(i - 1, char)] : []),
    ])
    for (const one of typed) {
      const [nearly] = toNear(one.join(''), { isAll: true })!.inText
      const { rows } = await site.services.db.execute(sql`
        select ${words}::tsvector @@ ${nearly!.surely}::tsquery as surely, ${words}::tsvector @@ ${nearly!.query}::tsquery as nearly`)
      expect.soft(rows, one.join('')).toEqual([{ surely: true, nearly: true }])
    }
  })

  test('but no text where a heading comes as near', async () => {
    const near = async () => titles((await search({ key: '缴纳会费管理办法囍' })).data.near)
    await publish('附录', '依照缴纳会费管理办法执行')
    expect(await near()).toContain('附录')
    await publish('缴纳会费管理办法')
    expect(await near()).toContain('缴纳会费管理办法')
    expect(await near()).not.toContain('附录')
  })

  test('but not the text that has only one half of it', async () => {
    const { data } = await search({ key: '不设浮动区间航天火箭飞船' })
    expect(data.total).toBe(0)
    expect(titles(data.near)).not.toContain('会费标准')
  })

  test('with the place in the text where it stands', async () => {
    const { data } = await search({ key: '不设浮动曲间' })
    expect(data.near[0]).toMatchObject({ passage: '不设浮动区间', catalogName: '会费标准' })
    expect(data.near[0].summary).toContain('<em>不设浮动区间</em>')
  })

  test('no person and no certificate comes close', async () => {
    const { rows } = await site.services.db.execute<{ name: string }>(
      `select holder_name as name from certificate where register = 'personnel' and char_length(holder_name) = 3 limit 20`,
    )
    for (const { name } of rows) {
      const { data } = await search({ key: `${name.slice(0, 2)}囍` })
      expect(data.near.filter(({ type }: Hit) => type === 'person' || type === 'cert')).toEqual([])
    }
  })

  test('only what is of the wanted kind comes close', async () => {
    const { data } = await search({ key: '锅庐水处理', type: 'notice' })
    expect(data.near.length).toBeGreaterThan(0)
    expect(data.near.every(({ type }: Hit) => type === 'notice')).toBe(true)
  })

  test('but nothing comes close where there is something, or where nothing was said', async () => {
    expect((await search({ key: '锅炉' })).data).toMatchObject({ suggestions: [], near: [], taken: null })
    for (const key of ['!!', '，。', '🎉🎉']) {
      const { code, data } = await search({ key })
      expect([code, data.total, data.suggestions, data.near]).toEqual([200, 0, [], []])
    }
  })
})

describe('a question is answered without its words of asking', () => {
  test.each([
    ['怎么入会', '入会', '入会'],
    ['会费标准是什么', '会费标准', '会费标准'],
    ['请问培训报名回执在哪里下载', '培训报名回执', '培训报名回执'],
  ])('%j', async (key, title, taken) => {
    const { data } = await search({ key })
    expect(titles(data.list)[0]).toContain(title)
    expect(data.taken).toBe(taken)
  })

  test('who wants to do something finds guides and forms first', async () => {
    const { data } = await search({ key: '怎么申请入会' })
    expect(titles(data.list)[0]).toMatch(/须知|申请表/)
  })

  test('most of its words are enough', async () => {
    const { data } = await search({ key: '申请入会要交哪些材料' })
    expect(titles([...data.list, ...data.near]).some(title => title.includes('入会'))).toBe(true)
  })
})
