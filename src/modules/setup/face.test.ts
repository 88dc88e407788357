import { expect, test } from 'vitest'
import { type Admin, adminOf } from '#test/setups/packs.ts'
import { startApp } from '#test/support/app.ts'

type Card = { code: string; values: object; version: string }
type Draft = { id: number; document: string; version: string; values: object; isDraft: boolean }

async function set(admin: Admin, code: string, changes: object) {
  const { values, version } = (await admin.get('/staff/settings')).data.find((card: Card) => card.code === code)
  expect(await admin.post('/staff/settings/save', { code, version, form: { ...values, ...changes } })).toMatchObject({
    code: 200,
  })
}
const draftOf = async (admin: Admin): Promise<Draft> =>
  (await admin.get('/staff/document/list')).data.documents.find((one: Draft) => one.document === 'terms')

test('what a site shows of itself goes along in a pack: applied elsewhere and exported again it is equal', async () => {
  const [site, other] = [await startApp(), await startApp()]
  const [from, to] = [await adminOf(site), await adminOf(other)]
  await set(from, 'colours', { main: '#14532d', accent: '#b45309' })
  await set(from, 'notFound', { notFoundTitle: '没有这一页', notFoundLinks: '证书查验 /admin/verify' })
  await set(from, 'footer', { footerNote: '工作日 9:00–17:00', footerLinks: '' })
  const form = { text: '年会报名开始', level: 'urgent', linkUrl: '/admin/home', startsAt: '2026-01-31 09:00' }
  expect(await from.post('/staff/record/save', { type: 'announcement', form })).toMatchObject({ code: 200 })
  const { id, version, values } = await draftOf(from)
  const text = '## 一、账号\n本网站由{{协会名称}}运营。'
  await from.post('/staff/document/save', { id, version, form: { ...values, text, summary: '更简短' } })

  const content = await from.exported()
  const { data } = await to.post('/staff/pack/preview', { content })
  expect(data.faults).toEqual([])
  expect(await to.post('/staff/pack/apply', { content, digest: data.digest })).toMatchObject({ code: 200 })
  expect(await to.exported()).toBe(content)
  expect((await other.get('/config/public')).data).toMatchObject({
    theme: expect.stringContaining('--water-700:#14532d'),
    texts: { notFound: { title: '没有这一页' }, footer: { note: '工作日 9:00–17:00', links: [] } },
  })
  expect((await other.get('/cms/index/noLogin/announcement')).data).toMatchObject([{ text: '年会报名开始' }])
  // A text is read by somebody here before it binds anybody.
  expect(await draftOf(to)).toMatchObject({ isDraft: true, values: { text } })
  expect((await other.get('/document/terms')).data).toMatchObject({ version: '2026-11' })
  await site.close()
  await other.close()
})
