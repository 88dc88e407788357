import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { articleAt, COLUMN, desk, setUpOldSite } from '#test/setups/oldSite.ts'
import { site } from '#test/setups/site.ts'
import { putFile, signUp, staffSession, staffWith } from '#test/support/make.ts'
import { runsAll } from '#test/support/night.ts'
import { makeOldSite, newsPage as page } from '#test/support/oldSite/pages.ts'
import { until } from '#test/support/site.ts'
import { upload, zip } from '#test/support/uploads.ts'
import { article } from '../server/tables.ts'
import { staffOldSiteContract } from './contract.ts'
import { forgetOldSites } from './server/retention.ts'
import { oldSite, oldSiteFile, oldSitePage } from './server/tables.ts'
import { HEARTBEAT_TIMEOUT_MS } from './states.ts'

setUpOldSite()

describe('a ZIP file', () => {
  const refused = async (bytes: Buffer, name = '旧网站.zip') =>
    upload(site, bytes, { use: 'oldSite', name, headers: desk.headers })

  test('that is broken, leads elsewhere or unpacks to too much is refused with a sentence', async () => {
    const good = zip({ 'a.html': page('一', '二') })
    expect(await refused(good.subarray(0, good.length - 30))).toMatchObject({
      code: 400,
      msg: expect.stringContaining('已损坏'),
    })
    expect(await refused(Buffer.from('not a zip'))).toMatchObject({ code: 400, msg: expect.stringContaining('ZIP') })
    for (const name of ['../../etc/passwd', 'a/../../b.html', '/etc/x.html', 'C:/x.html'])
      expect(await refused(zip({ [name]: Buffer.from('x') }))).toMatchObject({
        code: 400,
        msg: expect.stringContaining('指向外面'),
      })
    const bomb = zip({ 'a.html': Buffer.from('x'), 'b.html': Buffer.from('y') })
    for (let at = bomb.indexOf('PK\x01\x02'); at >= 0; at = bomb.indexOf('PK\x01\x02', at + 1))
      bomb.writeUInt32LE(0x7fffffff, at + 24)
    expect(await refused(bomb)).toMatchObject({ code: 400, msg: 'ZIP 文件解压后超过 2 GB，请分成几个 ZIP 文件上传' })
  })

  test.runIf(runsAll)('of more than 50,000 files is refused', async () => {
    const many = zip(Object.fromEntries(Array.from({ length: 50_001 }, (_, i) => [`${i}.html`, Buffer.alloc(0)])))
    expect((await refused(many)).msg).toBe('ZIP 中的文件超过 50000 个，请分成几个 ZIP 文件上传')
  })

  test('whose pages say a wrong size, or are far too long, costs those pages only', async () => {
    const { counts, id } = await desk.importAll({
      'q/1.html': page('好页面', '<p>正文</p>'),
      'q/2.html': Buffer.alloc(3 << 20, 'a'),
    })
    expect(counts).toMatchObject({ done: 1, bad: 1 })
    expect((await desk.pages(id, 'bad'))[0].fault).toContain('无法读取')
  })

  test('without pages is told so', async () => {
    expect(await desk.begin(zip({ 'readme.doc': Buffer.from('x') }))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('没有网页'),
    })
  })
})

describe('an import that does not come to its end', { timeout: 120_000 }, () => {
  test('is cancelled in the middle and goes on: nothing is lost, nothing is doubled', async () => {
    const old = await makeOldSite(120)
    const { id, rules } = await desk.begin(old.bytes)
    await desk.check(id, rules, { catalogueId: COLUMN })
    await desk.must('/staff/old-site/start', { id })
    await until(async () => (await desk.item(id)).imported >= 10)
    await desk.must('/staff/old-site/cancel', { id })
    const stopped = await desk.settled(id)
    expect(stopped).toMatchObject({ state: 'cancelled', canResume: true })
    expect(stopped.imported).toBeLessThan(120)
    await desk.must('/staff/old-site/resume', { id })
    expect(await desk.settled(id)).toMatchObject({ state: 'done', imported: 120, counts: { new: 0, bad: 0 } })
    const { db } = site.services
    const titles = old.pages.map(({ title }) => title)
    const made = await db.select({ title: article.title }).from(article)
    expect(made.filter(({ title }) => titles.includes(title))).toHaveLength(120)
    const pictures = old.pages.filter(({ colour }) => colour).length
    const papers = old.pages.flatMap(({ papers }) => papers).length
    expect(await db.$count(oldSiteFile, eq(oldSiteFile.siteId, id))).toBe(pictures + papers)
    expect(await desk.must('/staff/old-site/undo', { id })).toMatchObject({ undone: true, removed: 120 })
  })

  test('counts as interrupted when nobody shows life, and is taken up by whoever comes; of two at once, one', async () => {
    const { id } = await desk.begin(zip({ 'r/1.html': page('中断的', '<p>正文</p>') }))
    const { db } = site.services
    const silent = {
      state: 'reading' as const,
      phase: 'reading' as const,
      heartbeat: new Date(Date.now() - HEARTBEAT_TIMEOUT_MS - 1000),
    }
    await db.update(oldSite).set(silent).where(eq(oldSite.id, id))
    expect(await desk.item(id)).toMatchObject({ state: 'interrupted', canResume: true, canCheck: false })
    const both = await Promise.all([1, 2].map(() => desk.post('/staff/old-site/resume', { id })))
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await desk.settled(id)).toMatchObject({ state: 'ruling', pages: 1 })
  })
})

test('who may not publish neither sees nor does anything of it, and cannot upload as a member', async () => {
  const writer = site.as(await staffSession(site, await staffWith(site, ['writer'])))
  for (const [key, { example }] of Object.entries(staffOldSiteContract)) {
    const [method, path] = key.split(' ') as ['GET' | 'POST', string]
    const query = Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]))
    const answer = method === 'GET' ? await writer.get(path, query) : await writer.post(path, example)
    expect([key, answer.code]).toEqual([key, 403])
    expect([key, (await (method === 'GET' ? site.get(path, query) : site.post(path, example))).code]).toEqual([
      key,
      401,
    ])
  }
  const { token } = await signUp(site)
  await expect(putFile(site, token, '旧网站.zip', zip({ 'a.html': page('一', '二') }), 'oldSite')).rejects.toThrow(
    '工作人员',
  )
})

test('saved pages are forgotten after 90 days, and the way to the articles stays', async () => {
  const { id } = await desk.importAll({ 's/1.html': page('留下的', '<p>正文</p>') })
  await forgetOldSites(site.ctx(new Date(Date.now() + 91 * 86_400_000)))
  const [kept] = await site.services.db.select().from(oldSitePage).where(eq(oldSitePage.siteId, id))
  expect(kept).toMatchObject({ html: '', verdict: 'done' })
  expect(await desk.item(id)).toMatchObject({ canCheck: false, canUndo: false, imported: 1 })
  expect(await articleAt('/s/1.html')).toMatchObject({ title: '留下的' })
})
