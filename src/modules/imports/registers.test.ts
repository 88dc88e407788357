import { eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { importer } from '#test/support/importer.ts'
import { newCreditCode } from '#test/support/make.ts'
import { personRow, sheetOf, textsOf, workbookOf, zipOf } from '#test/support/workbooks.ts'
import { certificate, certificateEvent } from '../certificates/server/tables.ts'
import { findRedirect, oldPath } from '../content/server/redirects.ts'
import { article } from '../content/server/tables.ts'
import { member } from '../membership/server/tables.ts'

setUpSite({ demo: true })

let admin: Awaited<ReturnType<typeof importer>>
beforeAll(async () => {
  admin = await importer(site, 'admin')
})

async function take(kind: string, rows: string[][]) {
  const batch = await admin.check(kind, await workbookOf(rows))
  expect(await admin.faults(batch.id)).toEqual([])
  return admin.start(batch.id)
}
const undo = async (id: number) => (await admin.post('/staff/import/undo', { id })).data
const companies = Array.from({ length: 3 }, (_, i) => [`山东第${i + 1}锅炉清洗有限公司`, newCreditCode(), '山东'])
const enterCompanies = () => take('organisations', [['单位名称', '统一社会信用代码', '所在省份'], ...companies])

async function withForbidden(words: string, work: () => Promise<void>) {
  const set = async (forbidden: string) => {
    const { data } = await admin.get('/staff/settings')
    const { version } = data.find(({ code }: { code: string }) => code === 'words')
    const form = { forbidden, doubtful: '' }
    expect(await admin.post('/staff/settings/save', { code: 'words', version, form })).toMatchObject({ code: 200 })
  }
  await set(words)
  await work().finally(() => set(''))
}

test('forbidden words are refused in what everybody reads of a company or a winner, but for those that stand there already', async () => {
  const code = newCreditCode()
  const headings = ['单位名称', '统一社会信用代码', '所在省份', '主要产品与服务', '单位简介']
  const row = (scope: string, profile: string) => ['词语机电有限公司', code, '山东', scope, profile]
  await take('organisations', [headings, row('禁词乙的清洗', '')])
  await withForbidden('禁词乙 先进\n禁词丙', async () => {
    const check = async (kind: string, rows: string[][]) => admin.check(kind, await workbookOf(rows))
    const unchanged = await check('organisations', [headings, row('禁词乙的清洗', '平常的介绍')])
    expect(await admin.faults(unchanged.id)).toEqual([])
    const changed = await check('organisations', [headings, row('禁词乙和禁词丙', '')])
    const fault = {
      heading: '主要产品与服务',
      message: '主要产品与服务中有禁用词“禁词乙”（建议写“先进”）、“禁词丙”，请修改',
    }
    expect(await admin.faults(changed.id)).toMatchObject([fault])
    const other = ['另一家词语公司', newCreditCode(), '山东', '禁词丙', '']
    expect(await admin.faults((await check('organisations', [headings, other])).id)).toMatchObject([
      { heading: '主要产品与服务', message: '主要产品与服务中有禁用词“禁词丙”，请修改' },
    ])
    const winner = ['2019', '锅炉科学技术奖', '二等奖', '禁词丙的项目', '2019-11-20', '示例机电有限公司']
    const winners = await check('winners', [['年度', '奖项', '等级', '项目名称', '授奖日期', '单位'], winner])
    expect(await admin.faults(winners.id)).toMatchObject([
      { heading: '项目名称', message: '项目名称中有禁用词“禁词丙”，请修改' },
    ])
  })
})

test('what is exported, taken away and imported again is exported as it was', { timeout: 60_000 }, async () => {
  const given = ['单位名称', '统一社会信用代码', '所在省份', '注册资本', '成立日期', '邮政编码', '详细地址']
  const more = ['500.05', '2008-05-20', '010000', '=1+1，“演示路” <1> 号']
  const companies = ['甲', '乙'].map(name => [`往返${name}机电有限公司`, newCreditCode(), '山东', ...more])
  const batch = await take('organisations', [given, ...companies])
  const exported = async () => {
    const bytes = await admin.download('/staff/import/export', { kind: 'organisations' })
    const [headings, ...rows] = textsOf(await sheetOf(bytes))
    // The number of the record is another after it was taken away.
    const own = [headings!, ...rows.filter(row => row.some(cell => cell.startsWith('往返')))]
    const at = headings!.indexOf('登记编号')
    return { bytes, rows: own.map(row => row.toSpliced(at, 1)) }
  }
  const before = await exported()
  expect(before.rows).toHaveLength(3)
  for (const word of more) expect(before.rows[1]).toContain(word)
  const unchanged = await admin.check('organisations', before.bytes)
  expect(unchanged.same).toBe(unchanged.rows)
  await undo(batch.id)
  expect((await exported()).rows).toHaveLength(1)
  await take('organisations', before.rows)
  expect((await exported()).rows).toEqual(before.rows)
})

describe('members', { timeout: 60_000 }, () => {
  test('are numbered in the order of their rows, certified, found by the public; and undone without a trace', async () => {
    await enterCompanies()
    const { db } = site.services
    const headings = ['会员名称', '统一社会信用代码', '会员级别', '入会日期', '会费已缴年度']
    const rows = companies.map(([name, code]) => [name!, code!, '会员单位', '2019.3.1', '2025'])
    const batch = await take('members', [headings, ...rows])
    const numbers = async () =>
      (await db.select().from(member).where(like(member.number, 'CBWA-D-37-%')).orderBy(member.id)).map(
        row => row.number,
      )
    const given = (await numbers()).slice(-3).map(number => Number(number.split('-').at(-1)))
    expect(given).toEqual([given[0], given[0]! + 1, given[0]! + 2])
    const found = await site.get('/app/publicity/member/list', { orgName: '山东第2锅炉清洗' })
    expect(found.data.total).toBe(1)
    expect(await db.select().from(certificate).where(eq(certificate.creditCode, companies[0]![1]!))).toMatchObject([
      { register: 'membership', status: 'valid', issuedOn: '2019-03-01' },
    ])
    expect(await undo(batch.id)).toMatchObject({ undone: true, removed: 3 })
    expect((await site.get('/app/publicity/member/list', { orgName: '山东第2锅炉清洗' })).data.total).toBe(0)
    expect(await db.select().from(certificate).where(eq(certificate.creditCode, companies[0]![1]!))).toEqual([])
    const again = await take('members', [headings, ...rows])
    expect(again).toMatchObject({ status: 'done', added: 3 })
  })

  test('must be registered first, under that name, and at a level of their kind', async () => {
    const [name, code] = companies[0] as [string, string]
    const headings = ['会员名称', '信用代码或证件号码', '会员级别', '入会日期']
    const batch = await admin.check(
      'members',
      await workbookOf([
        headings,
        ['无名公司', newCreditCode(), '会员单位', '2020-01-01'],
        ['另一公司', code, '会员单位', '2020-01-01'],
        [name, companies[1]![1]!, '个人会员', '2020-01-01'],
      ]),
    )
    const faults = await admin.faults(batch.id)
    expect(faults.map(({ heading }: { heading: string }) => heading)).toEqual([
      '信用代码或证件号码',
      '会员名称',
      '会员级别',
    ])
  })
})

describe('certificates', { timeout: 60_000 }, () => {
  const headings = ['证书编号', '姓名', '身份证号', '证书种类', '级别', '发证日期', '状态', '状态生效日期']
  const kindOf = async () => {
    const { data } = await site.get('/app/publicity/person/group/list')
    const kind = data
      .flatMap(({ kinds }: { kinds: object[] }) => kinds)
      .find((one: { issuer: string }) => one.issuer === 'association')
    return [kind.kindName, kind.levels[0]?.name ?? ''] as const
  }

  test('of the past come in with what has become of them, and go again while nothing has happened to them', async () => {
    const { db } = site.services
    const person = personRow(5)
    await take('persons', [['姓名', '证件号码'], person.slice(0, 2)])
    const [kind, level] = await kindOf()
    const row = (n: number, status: string, on: string) => [
      `旧证-2016-${n}`,
      person[0]!,
      person[1]!,
      kind,
      level,
      '2016/5/4',
      status,
      on,
    ]
    const batch = await take('personnel', [headings, row(1, '', ''), row(2, '撤销', '2018-01-02')])
    const rows = await db
      .select()
      .from(certificate)
      .where(like(certificate.number, '旧证-2016-%'))
      .orderBy(certificate.id)
    expect(rows).toMatchObject([
      { status: 'valid', source: 'legacy', publishedAt: null },
      { status: 'revoked', source: 'legacy' },
    ])
    const check = await site.get('/app/certificate/verify', { number: '旧证-2016-2' }).catch(() => undefined)
    if (check?.code === 200) expect(JSON.stringify(check.data)).not.toContain(person[1])

    await db
      .insert(certificateEvent)
      .values({ certificateId: rows[0]!.id, kind: 'reviewed', effectiveOn: '2020-01-01' })
    expect(await undo(batch.id)).toMatchObject({ undone: false, obstacles: [{ row: 2, why: '导入之后证书又有变动' }] })
    await db.delete(certificateEvent).where(eq(certificateEvent.kind, 'reviewed'))
    expect(await undo(batch.id)).toMatchObject({ undone: true, removed: 2 })
    expect(await db.select().from(certificate).where(like(certificate.number, '旧证-2016-%'))).toEqual([])
  })

  test('under a number that is taken, or of a person whose number cannot be, are refused', async () => {
    const [kind, level] = await kindOf()
    const [known] = await site.services.db
      .select()
      .from(certificate)
      .where(eq(certificate.register, 'personnel'))
      .limit(1)
    const unknown = personRow(6)
    const batch = await admin.check(
      'personnel',
      await workbookOf([
        headings.slice(0, 6),
        [known!.number, '某某', '', kind, level, '2016-05-04'],
        ['旧证-7', unknown[0]!, unknown[1]!.slice(0, 17), kind, level, '2016-05-04'],
        ['旧证-8', '某某', '', kind, '没有的级别', '2016-05-04'],
      ]),
    )
    const faults = await admin.faults(batch.id)
    expect(faults.map(({ heading }: { heading: string }) => heading)).toEqual(['证书编号', '证件号码', '级别'])
  })
})

describe('articles of the former site', { timeout: 60_000 }, () => {
  const headings = ['旧网址', '标题', '栏目', '发布时间', '来源', '正文HTML']
  const columnName = async () => {
    const { data } = await admin.get('/staff/article/columns')
    return data.find(({ name }: { name: string }) => name.includes('›')).name as string
  }

  test('come cleaned, keep their time, answer under their old addresses, and are exported as they came', async () => {
    const { db } = site.services
    const html = '<p onclick="steal()">各会员单位：</p><script>alert(1)</script><img src="http://old.example/1.jpg">'
    const rows = [
      headings,
      [
        'http://www.old.example/News/Show.asp?id=7&b=1',
        '旧站通知七',
        await columnName(),
        '2015-3-9 8:05',
        '本会',
        html,
      ],
    ]
    const checked = await admin.check('articles', await workbookOf(rows))
    expect(await admin.faults(checked.id)).toEqual([])
    expect(checked.notes).toEqual([
      expect.stringContaining('1 处'),
      '没有带入的图片或视频：【缺图：1.jpg】（1 处，自第 2 行起）',
    ])
    const batch = await admin.start(checked.id)
    const [entered] = await db.select().from(article).where(eq(article.title, '旧站通知七'))
    expect(entered).toMatchObject({
      content: '<p>各会员单位：</p>【缺图：1.jpg】',
      status: 'published',
      source: '本会',
    })
    expect(entered!.publishedAt!.toISOString()).toBe('2015-03-09T00:05:00.000Z')
    expect(await findRedirect(site.services, '/news/show.asp?b=1&id=7')).toBe(`/admin/news/list-info/${entered!.id}`)
    expect(await findRedirect(site.services, '/news/show.asp?id=8')).toBeUndefined()
    const exported = await admin.check('articles', await admin.download('/staff/import/export', { kind: 'articles' }))
    expect(exported).toMatchObject({ rows: 1, same: 1 })
    expect(await undo(batch.id)).toMatchObject({ undone: true, removed: 1 })
    expect(await findRedirect(site.services, '/news/show.asp?b=1&id=7')).toBeUndefined()
  })

  test('are refused with their forbidden words, as an editor is, and tell what an editor would have to look at', async () => {
    const column = await columnName()
    const rows = [
      [...headings, '关键词'],
      ['/w/1.htm', '禁词甲的标题', column, '2015-3-9', '', '<p>正文也有禁词甲。</p>', '禁词甲'],
      ['/w/2.htm', '平常的标题', column, '2015-3-9', '', '<p>[李处1]这句领导说要删。</p>', ''],
    ]
    await withForbidden('禁词甲 先进', async () => {
      const { id, notes } = await admin.check('articles', await workbookOf(rows))
      expect(await admin.faults(id)).toMatchObject([
        {
          heading: '标题',
          message: expect.stringMatching(/标题中有禁用词“禁词甲”（建议写“先进”）.*正文中有.*关键词中有/),
        },
      ])
      expect(notes).toContainEqual(expect.stringMatching(/须核对的用语或疑似遗留“\[李处1\].*1 处/))
    })
  })

  test('come as a ZIP file, too: an index and the texts beside it', async () => {
    const index = `旧网址,标题,栏目,发布时间,正文HTML\r\n/x/1.htm,"压缩包里的, 通知",${await columnName()},2014-05-06,html/1.html\r\n`
    const bytes = zipOf({ 'export/index.csv': index, 'export/html/1.html': '<p>正文在旁边。</p>' })
    const batch = await admin.check('articles', bytes, {}, '旧站.zip')
    expect(await admin.faults(batch.id)).toEqual([])
    await admin.start(batch.id)
    const [entered] = await site.services.db.select().from(article).where(eq(article.title, '压缩包里的, 通知'))
    expect(entered).toMatchObject({ content: '<p>正文在旁边。</p>' })
    const left = zipOf({
      'index.csv': `${index}/x/2.htm,少了正文,${await columnName()},2014-05-06,html/2.html\r\n`,
      'html/1.html': '<p>甲。</p><!-- --><img src="../pictures/a.jpg">',
      'html/9.html': '<p>没有一行提到。</p>',
      'pictures/a.jpg': 'x',
    })
    const checked = await admin.check('articles', left, {}, '旧站.zip')
    expect(checked.found.unused).toContainEqual(
      expect.stringMatching(/^压缩包里没有读取的文件：html\/9.html、pictures\/a.jpg。/),
    )
    expect(await admin.faults(checked.id)).toContainEqual(
      expect.objectContaining({ row: 3, message: expect.stringContaining('没有找到“html/2.html”') }),
    )
    await expect(admin.check('persons', bytes, {}, '旧站.zip')).rejects.toThrow('只能从 XLSX、XLS 或 CSV')
    const slip = zipOf({ '../index.csv': index })
    await expect(admin.check('articles', slip, {}, '坏.zip')).rejects.toThrow('损坏')
  })

  test.each([
    ['https://old.example/a/', '/a'],
    ['/a/index.html', '/a'],
    ['/A/B.ASP?Z=1&a=2', '/a/b.asp?a=2&z=1'],
    ['/%E6%96%B0%E9%97%BB.html', '/新闻.html'],
    ['/index.php?id=3', '/?id=3'],
    ['/admin/home', undefined],
    ['/staff', undefined],
    ['/', undefined],
  ])('%s is compared as %s', (address, path) => {
    expect(oldPath(address)).toBe(path)
  })
})
