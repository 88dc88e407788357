import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { act, detail, editor, setUpArticles, shown, text, write, writer } from '#test/setups/articles.ts'
import { site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'
import { publishDue } from '../server/writing/publishing.ts'

setUpArticles()

let admin: typeof editor

async function setWords(form: { forbidden: string; doubtful: string }) {
  const { data } = await admin.get('/staff/settings')
  const { version } = data.find(({ code }: { code: string }) => code === 'words')
  return admin.post('/staff/settings/save', { code: 'words', version, form })
}
const wordsOf = async (id: number) => (await editor.get('/staff/article/words', { id })).data

beforeAll(async () => {
  admin = await asStaff(site, 'admin')
  const lists = { forbidden: '国家级 先进\n最佳', doubtful: '领先\n首家 较早' }
  expect(await setWords(lists)).toMatchObject({ code: 200 })
})

describe('the lists of words', () => {
  test('hold words of two letters and more, each once, and no more than fit', async () => {
    const faults = [
      ['最', '2 到 30 个字'],
      ['最佳\n最佳', '写了两次'],
      [Array.from({ length: 1001 }, (_, i) => `词语${i}`).join('\n'), '最多 1000 个词'],
      [`词语 ${'长'.repeat(31)}`, '建议用语不能超过'],
    ] as const
    for (const [forbidden, why] of faults)
      expect(await setWords({ forbidden, doubtful: '' })).toMatchObject({
        code: 400,
        data: { fields: { forbidden: expect.stringContaining(why) } },
      })
  })
})

test('other records tell doubtful words and leftovers before they are saved, and forbidden ones are refused', async () => {
  const foundIn = async (text: string, isHtml: boolean) => {
    const { data } = await editor.post('/staff/words/find', { text, isHtml })
    return data.map(({ kind, found }: Record<string, string>) => [kind, found])
  }
  expect(await foundIn('业内领先 [李处1]', false)).toEqual([
    ['doubtful', '领先'],
    ['leftover', '[李处1]'],
  ])
  const { data } = await editor.post('/staff/words/find', { text: '全国首家', isHtml: false })
  expect(data).toMatchObject([{ kind: 'doubtful', word: '首家', found: '首家', instead: '较早', around: '全国首家' }])
  expect(await foundIn('<h2></h2><p>最佳</p>', true)).toEqual([['leftover', '空标题']])
  const link = { name: '国家级实验室', url: 'https://www.samr.gov.cn/' }
  expect(await admin.post('/staff/record/save', { type: 'link', form: link })).toMatchObject({
    code: 400,
    data: { fields: { name: expect.stringContaining('禁用词“国家级”（建议写“先进”）') } },
  })
})

describe('an article with listed words', () => {
  test('tells each of them at its place, however it is written', async () => {
    const id = await write(
      writer,
      text('國家級实验室', {
        summary: '业内领先，领先',
        content: '<p>最<b>佳</b>做法</p><table><tbody><tr><td>国家</td><td>级别</td></tr></tbody></table>',
        keywords: '首 家',
      }),
    )
    const { found, version } = await wordsOf(id)
    expect(version).toBe((await detail(editor, id)).version)
    expect(found).toEqual([
      {
        field: 'title',
        kind: 'forbidden',
        word: '国家级',
        found: '國家級',
        instead: '先进',
        times: 1,
        around: '國家級实验室',
      },
      { field: 'content', kind: 'forbidden', word: '最佳', found: '最佳', instead: '', times: 1, around: '最佳做法' },
      {
        field: 'summary',
        kind: 'doubtful',
        word: '领先',
        found: '领先',
        instead: '',
        times: 2,
        around: '业内领先，领先',
      },
      { field: 'keywords', kind: 'doubtful', word: '首家', found: '首 家', instead: '较早', times: 1, around: '首 家' },
    ])
    expect((await editor.get('/staff/article/words', { id: 3467 })).data.found).toEqual([])
  })

  test('is neither handed in nor published nor scheduled while a forbidden one stands in it', async () => {
    const id = await write(writer, text('国家级公告'))
    const at = new Date(Date.now() + 60_000).toISOString()
    for (const [api, name, more] of [
      [writer, 'handIn', {}],
      [editor, 'publish', { confirmedWords: ['国家级'] }],
      [editor, 'schedule', { at }],
    ] as const)
      expect(await act(api, name, id, more), name).toMatchObject({
        code: 400,
        data: { fields: { title: '标题中有禁用词“国家级”（建议写“先进”），请修改' } },
      })
    const bulk = await editor.post('/staff/article/bulk', { ids: [id], action: 'publish' })
    expect(bulk.data).toMatchObject([{ done: false, message: expect.stringContaining('“国家级”') }])
  })

  test('is published with words to be looked at only when each was confirmed, and the log keeps which', async () => {
    const id = await write(editor, text('业内领先的首家'))
    expect(await act(editor, 'publish', id)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('“领先”、“首家”'),
    })
    expect((await act(editor, 'publish', id, { confirmedWords: ['领先'] })).code).toBe(409)
    const bulk = await editor.post('/staff/article/bulk', { ids: [id], action: 'publish' })
    expect(bulk.data).toMatchObject([{ done: false, message: expect.stringContaining('请打开文章') }])
    expect((await act(editor, 'publish', id, { confirmedWords: ['领先', '首家'] })).code).toBe(200)
    const published = and(eq(auditEvent.action, 'article.publish'), eq(auditEvent.objectId, id))
    const [line] = await site.services.db.select().from(auditEvent).where(published)
    expect(line!.detail).toEqual({ confirmedWords: '领先、首家' })
  })

  test('is published with what a review left in it only when each place was confirmed', async () => {
    const content =
      '<p>会费五千元[李处1]。</p><h2> </h2><p>见<a href="http://localhost:3000/admin/news">通知</a>【缺图：a.png】</p>'
    const id = await write(editor, text('年会通知', { content }))
    const { found } = await wordsOf(id)
    expect(found.map(({ kind, found, why, around }: Record<string, string>) => [kind, found, why, around])).toEqual([
      ['leftover', '[李处1]', '批注的标记', '会费五千元[李处1]。'],
      ['leftover', '【缺图：a.png】', '图片或视频没有带入', '见通知【缺图：a.png】'],
      ['leftover', '空标题', '标题里没有字', '在“见 通知 【缺图：a.png】”之前'],
      ['leftover', '通知', '指向内部或测试地址，读者打不开', 'http://localhost:3000/admin/news'],
    ])
    expect(await act(editor, 'publish', id)).toMatchObject({ code: 409, msg: expect.stringContaining('“[李处1]”') })
    const confirmedWords = found.map(({ word }: { word: string }) => word)
    expect((await act(editor, 'publish', id, { confirmedWords })).code).toBe(200)
  })

  test('does not go public at its time when a word was forbidden meanwhile', async () => {
    const id = await write(editor, text('后来禁用的说法'))
    const at = new Date(Date.now() + 60_000).toISOString()
    expect((await act(editor, 'schedule', id, { at, confirmedWords: ['领先'] })).code).toBe(200)
    await setWords({ forbidden: '国家级 先进\n最佳\n说法', doubtful: '领先\n首家 较早' })
    await publishDue(site.ctx(new Date(Date.now() + 120_000)))
    expect(await detail(editor, id)).toMatchObject({ status: 'scheduled' })
    expect((await shown(id)).code).toBe(404)
  })
})
