import { describe, expect, test } from 'vitest'
import { type Facet, type Hit, search, titles } from '#test/setups/search.ts'
import { setUpSite, site } from '#test/setups/site.ts'

setUpSite({ demo: true })

type Suggestion = { text: string; typeName: string; route: string }

describe('a visitor searches the whole site', () => {
  test('articles, members, certificates and courses stand in one list, counted by type', async () => {
    const { code, data } = await search({ key: '清洗', pageSize: 100 })
    expect(code).toBe(200)
    const counts = Object.fromEntries(data.facets.map(({ type, count }: Facet) => [type, count]))
    expect(Object.keys(counts)).toEqual(
      'news notice policy standard download member cert person training award'.split(' '),
    )
    expect(data.total).toBe(Object.values<number>(counts).reduce((sum, count) => sum + count, 0))
    for (const type of ['notice', 'standard', 'member', 'cert', 'training']) expect(counts[type]).toBeGreaterThan(0)
    expect(new Set(data.list.map(({ type }: Hit) => type)).size).toBeGreaterThan(5)
  })

  test.each(['news', 'notice', 'policy', 'standard', 'download', 'member', 'cert', 'training'])(
    'only what is %s, as many as were counted',
    async type => {
      const all = await search({ key: '锅炉' })
      const { data } = await search({ key: '锅炉', type, pageSize: 100 })
      const counted = all.data.facets.find((facet: Facet) => facet.type === type).count
      expect(data.total).toBe(counted)
      expect(counted).toBeGreaterThan(0)
      expect(data.list.every((hit: Hit) => hit.type === type)).toBe(true)
      expect(data.facets).toEqual(all.data.facets)
    },
  )

  test('what is called just that comes first', async () => {
    const { data: some } = await search({ key: '能力评价', type: 'notice' })
    const [wanted] = titles(some.list).slice(-1)
    const { data } = await search({ key: wanted!.slice(0, 50) })
    expect(titles(data.list)[0]).toBe(wanted)
  })

  test('the pages hold each hit once', async () => {
    const whole = (await search({ key: '水处理', pageSize: 60 })).data.list as Hit[]
    const pages = await Promise.all([1, 2, 3].map(pageNum => search({ key: '水处理', pageNum, pageSize: 20 })))
    expect(pages.flatMap(({ data }) => data.list)).toEqual(whole)
    expect(new Set(whole.map(({ type, id }) => `${type} ${id}`)).size).toBe(60)
  })

  test('the newest first, if asked', async () => {
    const { data } = await search({ key: '培训', sort: 'time', pageSize: 50 })
    const times = data.list.map(({ publishTime }: { publishTime: string }) => Date.parse(publishTime))
    expect(times.length).toBeGreaterThan(20)
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('a page of the menu is found at its own address', async () => {
    const { data } = await search({ key: '联系我们' })
    expect(data.list[0]).toMatchObject({
      type: 'news',
      catalogId: 35,
      catalogName: '联系我们',
      route: '/admin/news/info/35',
    })
  })

  test('the same at every address that the specification may mean', async () => {
    const [one, two, three] = await Promise.all(
      ['/search', '/catalog/search', '/cms/index/noLogin/search'].map(path => site.get(path, { key: '清洗' })),
    )
    expect(two).toEqual(one)
    expect(three).toEqual(one)
  })
})

describe('one box understands', () => {
  test.each([
    ['质检', '水质检测', 'two characters inside longer words'],
    ['鍋爐水處理', '锅炉水处理', 'traditional characters'],
    ['ＴＳＧ　１１', 'TSG 11', 'full-width letters and spaces'],
  ])('%j: %s', async (key, text) => {
    const { data } = await search({ key, pageSize: 50 })
    const texts = data.list.map(({ title, summary }: Hit) => `${title} ${summary}`.replaceAll(/<\/?em>/g, ''))
    expect(texts.some((shown: string) => shown.includes(text))).toBe(true)
  })

  test.each(['qingyuanguolu', 'bjqy', '清源锅炉', '锅炉清洗有限公司'])('a member by %j', async key => {
    const { data } = await search({ key, type: 'member' })
    expect(titles(data.list)).toContain('北京清源锅炉清洗有限公司')
  })

  test.each(['QX01-A', 'qx01', '-0012'])('part of a certificate’s number, %j', async key => {
    const { data } = await search({ key, type: 'cert', pageSize: 50 })
    expect(data.list.some(({ route }: Hit) => /QX01-A-\d{4}-0012$/.test(route))).toBe(true)
  })

  test('a person by the whole name, and shows it masked', async () => {
    const [{ name }] = (
      await site.services.db.execute<{ name: string }>(
        `select holder_name name from certificate where register = 'personnel' and char_length(holder_name) = 3 limit 1`,
      )
    ).rows as [{ name: string }]
    const { data } = await search({ key: name, type: 'person' })
    expect(data.total).toBeGreaterThan(0)
    expect(JSON.stringify(data.list)).not.toContain(name)
    expect((await search({ key: name.slice(0, 2), type: 'person' })).data.total).toBe(0)
  })
})

describe('while one types', () => {
  const propose = async (key: string) => (await site.get('/search/suggest', { key })).data as Suggestion[]

  test.each([
    ['会费标', '会费标准', '会员服务', '/admin/news/info/83'],
    ['清源锅', '北京清源锅炉清洗有限公司', '会员单位', '/admin/publicity/member/'],
    ['gbt1576', 'GB/T 1576—2018《工业锅炉水质》应用要点', '标准化', '/admin/news/list-info/'],
    ['huifeibiao', '会费标准', '会员服务', '/admin/news/info/83'],
  ])('%j proposes %s', async (key, text, typeName, route) => {
    const [found] = (await propose(key)).filter(one => one.text === text)
    expect(found).toMatchObject({ typeName, route: expect.stringContaining(route) })
  })

  test('no person is proposed, and no more than fit', async () => {
    const { rows } = await site.services.db.execute<{ name: string }>(
      `select holder_name as name from certificate where register = 'personnel' limit 10`,
    )
    for (const { name } of rows)
      expect((await propose(name)).filter(({ route }) => route.includes('verify'))).toEqual([])
    expect((await propose('锅炉')).length).toBe(8)
  })
})

describe('what is shown of a hit', () => {
  test('is marked where it was found', async () => {
    const { data } = await search({ key: '清洗单位', type: 'notice' })
    expect(data.list[0].title + data.list[0].summary).toContain('<em>清洗单位</em>')
  })

  test('of a text that has it leads to the passage, of a heading to the whole', async () => {
    const { data } = await search({ key: '不設浮動區間' })
    expect(data.list[0]).toMatchObject({ title: '会费标准', passage: '不设浮动区间' })
    expect((await search({ key: '会费标准' })).data.list[0]).toMatchObject({ passage: null })
  })

  test('is never markup of its own', async () => {
    await site.services.db.execute(`update article set title = '<img src=x onerror=alert(1)>炉膛' where id = 3467`)
    const { data } = await search({ key: '炉膛' })
    const { data: all } = await search({ key: '入会申请', pageSize: 100 })
    const shown = [...data.list, ...all.list].find(({ id }: Hit) => id === 3467)
    expect(shown.title).toBe('&lt;img src=x onerror=alert(1)&gt;炉膛')
  })
})

describe('what may not be read is not found', () => {
  test.each([
    ['withdrawn', `status = 'withdrawn'`],
    ['deleted', 'deleted_at = now()'],
    ['scheduled', `published_at = now() + interval '1 day'`],
  ])('an article that is %s', async (_, change) => {
    const [{ id, title }] = (
      await site.services.db.execute(`select id, title from article where status = 'published' and deleted_at is null
        and published_at < now() and char_length(title) < 50 and id <> 3467 order by id desc limit 1`)
    ).rows as [{ id: number; title: string }]
    const finds = async () => (await search({ key: title, pageSize: 100 })).data.list.some((hit: Hit) => hit.id === id)
    expect(await finds()).toBe(true)
    await site.services.db.execute(`update article set ${change} where id = ${id}`)
    expect(await finds()).toBe(false)
  })

  test('an article of a column that is hidden, or below one', async () => {
    const before = (await search({ key: '团体标准', type: 'standard' })).data.total
    await site.services.db.execute('update catalogue set hidden = true where id = 73')
    const without73 = (await search({ key: '团体标准', type: 'standard' })).data.total
    await site.services.db.execute('update catalogue set hidden = true where id = 7')
    const withoutAll = (await search({ key: '团体标准', type: 'standard' })).data.total
    await site.services.db.execute('update catalogue set hidden = false where id in (7, 73)')
    expect(before).toBeGreaterThan(without73)
    expect(without73).toBeGreaterThan(0)
    expect(withoutAll).toBe(0)
  })
})

describe('what cannot be searched for is refused with a sentence', () => {
  test.each([
    [{ key: '' }, /请输入要查找的内容/],
    [{ key: 'a' }, /至少/],
    [{ key: ' 1 ' }, /至少/],
    [{ key: '锅'.repeat(51) }, /50/],
    [{ key: '锅炉', type: 'other' }, /没有这一类内容/],
    [{ key: '锅炉', sort: 'no' }, /应为/],
    [{ key: '锅炉\0' }, /空字符/],
    [{ key: '锅炉', pageNum: 1001 }, /1000/],
  ])('%j', async (query, sentence) => {
    const { code, msg } = await search(query)
    expect(code).toBe(400)
    expect(msg).toMatch(sentence)
    expect(msg, 'names of parameters are for programs').not.toMatch(/key|type|sort|pageNum/)
  })

  test('and programs read which parameter it is about', async () => {
    expect(Object.keys((await search({ key: 'a', sort: 'no' })).data.fields).sort()).toEqual(['key', 'sort'])
  })

  test('but one Chinese character may stand alone', async () => {
    expect((await search({ key: '水' })).data.total).toBeGreaterThan(0)
  })
})

test('a program that searches without pause has to wait after thirty', async () => {
  const ask = () => site.app.inject({ url: '/api/search?key=!!', remoteAddress: '10.9.9.9' })
  const answers = await Promise.all(Array.from({ length: 60 }, ask))
  const codes = answers.map(answer => answer.json().code)
  expect(codes.slice(0, 30)).toEqual(Array(30).fill(200))
  expect(codes.at(-1)).toBe(429)
})
