import { beforeAll, describe, expect, test } from 'vitest'
import { cleanHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs, signUp } from '#test/support/make.ts'
import { hostileHtml } from '#test/support/richText/hostileHtml.ts'
import { film } from '#test/support/uploads.ts'

setUpSite({ demo: true })

let memberToken: string
let by: ReturnType<typeof site.as>
let reviewer: ReturnType<typeof site.as>
beforeAll(async () => {
  memberToken = await signInAs(site, 'qingyuan')
  by = site.as(memberToken)
  reviewer = await asStaff(site, 'reviewer')
})

const picture = () => putFile(site, memberToken, '现场.png')
const show = async () => (await by.get('/member/style')).data
const send = (action: 'save' | 'submit', more: object = {}) =>
  by.post('/member/styleSubmit', { title: '看清水质再动手', content: '<p>我们清洗锅炉。</p>', action, ...more })

const decide = async (id: number, action: string, more: object = {}) => {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return reviewer.post('/staff/review/decide', { id, version: data.version, action, ...more })
}

const publicPage = async () => {
  const { data } = await site.get('/app/publicity/member/list', { orgName: '清源' })
  return (await site.get('/app/publicity/member/detail', { id: data.list[0].id })).data
}
const isPublic = async (id: number) =>
  (await site.app.inject({ method: 'GET', url: `/api/file/${id}`, headers: { token: 'anonymous' } })).headers[
    'content-type'
  ]!.startsWith('image/')

describe('who may have a page', () => {
  test('not a visitor', async () => {
    expect((await site.get('/member/style')).status).toBe(401)
    expect((await site.post('/member/styleSubmit', { action: 'save' })).status).toBe(401)
  })

  test('who is no member is told how to become one', async () => {
    for (const api of [(await signUp(site)).api, site.as(await signInAs(site, 'zhangwei'))])
      for (const { code, msg } of [
        await api.get('/member/style'),
        await api.post('/member/styleSubmit', { title: '甲', content: '<p>乙</p>', action: 'submit' }),
      ]) {
        expect(code).toBe(403)
        expect(msg).toContain('申请入会')
      }
  })

  test('not staff, which has no company', async () => {
    expect((await reviewer.get('/member/style')).status).toBe(401)
  })

  test('a member sees what is published, to begin from', async () => {
    const of = await show()
    expect(of).toMatchObject({ id: null, status: 'approved', canEdit: true, version: null })
    expect(of.title).toBe((await publicPage()).style.title)
    expect(of.cover.url).toBe((await publicPage()).style.cover)
  })
})

describe('what is written', () => {
  test('is stored clean, whatever was sent, and so is the public page', async () => {
    for (let i = 0; i < hostileHtml.length; i += 40) {
      const content = hostileHtml
        .slice(i, i + 40)
        .map(html => `<p>甲</p>${html.replaceAll('/api/file/', '/elsewhere/').replaceAll('\0', '')}`)
        .join('\n')
      expect((await send('save', { content })).msg).toBe('ok')
      expect((await show()).content).toBe(cleanHtml(content).trim())
    }
  })

  test.each([
    [{ title: '' }, 'title', '标题'],
    [{ content: '' }, 'content', '正文'],
    [{ content: '<p> </p><script>alert(1)</script>' }, 'content', '正文'],
  ])('%j cannot be handed in', async (more, field, word) => {
    const { code, data } = await send('submit', more)
    expect(code).toBe(400)
    expect(data.fields[field]).toContain(word)
  })

  test.each([
    { title: '长'.repeat(61) },
    { content: 'a'.repeat(200_001) },
    { honors: '奖'.repeat(501) },
    { imageIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
    { imageIds: 'all' },
    { action: 'publish' },
  ])('%j is too much or no such thing', async more => {
    const { code, msg } = await send('save', more)
    expect(code).toBe(400)
    expect(msg).toMatch(/\p{Script=Han}/u)
  })

  test('with a file of somebody else, or none at all, nothing is stored', async () => {
    const stranger = await signUp(site)
    const theirs = await putFile(site, stranger.token, '别人的.png')
    const before = await show()
    for (const id of [theirs, 999_999])
      for (const more of [
        { coverId: id },
        { imageIds: [id] },
        { videoId: id },
        { content: `<img src="/api/file/${id}">` },
      ]) {
        const { code, msg } = await send('save', { title: '别人的', ...more })
        expect([code, msg]).toEqual([400, '所选的文件不存在或不是您上传的，请重新上传'])
      }
    expect(await show()).toEqual(before)
  })

  test('a picture is no video', async () => {
    const { code, data } = await send('save', { videoId: await picture() })
    expect(code).toBe(400)
    expect(data.fields.video).toContain('视频')
  })

  test('what was changed elsewhere is not written over', async () => {
    const { data } = await send('save')
    expect((await send('save', { version: data.version })).code).toBe(200)
    expect((await send('save', { version: data.version })).code).toBe(409)
  })
})

describe('from the draft to the public page', () => {
  let before: Awaited<ReturnType<typeof publicPage>>
  let id: number
  let files: number[]
  let videoId: number

  test('handed in, the published page stays as it is and the pictures stay private', async () => {
    before = await publicPage()
    files = [await picture(), await picture(), await picture()]
    const [coverId, first, second] = files
    videoId = await putFile(site, memberToken, '清洗现场.mp4', film(), 'video')
    const { code, data } = await send('submit', {
      title: '新的一页',
      coverId,
      imageIds: [first],
      videoId,
      honors: '质量奖',
      content: `<p onclick="x()">新的正文</p><img src="/api/file/${second}">`,
    })
    expect([code, data.status]).toEqual([200, 'submitted'])
    id = data.id
    expect(await publicPage()).toEqual(before)
    expect(await Promise.all(files.map(isPublic))).toEqual([false, false, false])
    expect(await show()).toMatchObject({ id, status: 'submitted', canEdit: false, title: '新的一页', honors: '质量奖' })
    expect((await show()).video).toMatchObject({ id: videoId, name: '清洗现场.mp4', type: 'video/mp4' })
  })

  test('while it is reviewed nothing can be changed', async () => {
    expect((await send('save', { title: '再改' })).code).toBe(409)
  })

  test('returned by field, only that field opens, with the remark beside it', async () => {
    await decide(id, 'return', { opinion: '请改标题', remarks: [{ field: 'title', text: '标题请写明业务' }] })
    const of = await show()
    expect(of).toMatchObject({ status: 'returned', canEdit: true, openFields: ['title'] })
    expect(of.auditReason[0]).toMatchObject({ field: 'title', text: '标题请写明业务' })
    await send('submit', { title: '锅炉清洗的新一页', content: '<p>悄悄改掉</p>', answers: { title: '已改' } })
    expect(await show()).toMatchObject({ status: 'submitted', title: '锅炉清洗的新一页' })
    expect((await show()).content).toContain('新的正文')
  })

  test('approved, it is public with its pictures, in one step', async () => {
    expect((await decide(id, 'pass')).code).toBe(200)
    const { style } = await publicPage()
    expect(style).toMatchObject({ title: '锅炉清洗的新一页', honours: '质量奖', video: `/api/file/${videoId}` })
    expect(style.content).toMatch(/^<p>新的正文<\/p><img src="\/api\/file\/\d+" loading="lazy" \/>$/)
    expect([style.cover, ...style.images]).toEqual(files.slice(0, 2).map(file => `/api/file/${file}`))
    expect(await Promise.all(files.map(isPublic))).toEqual([true, true, true])
    expect(await show()).toMatchObject({ id: null, status: 'approved', canEdit: true })
    expect((await show()).publishedAt).not.toBeNull()
  })

  test('the next change begins a new application, and its rejection changes nothing', async () => {
    const { data } = await send('submit', { title: '又一页' })
    expect(data.id).not.toBe(id)
    await decide(data.id, 'reject', { opinion: '与协会宗旨不符' })
    expect((await publicPage()).style.title).toBe('锅炉清洗的新一页')
    expect(await show()).toMatchObject({ id: null, status: 'rejected', canEdit: true, title: '又一页' })
  })
})
