import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admin, adminOf } from '#test/setups/packs.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { staffSession, staffWith } from '#test/support/make.ts'
import { agreeToLast } from '#test/support/secondPerson.ts'
import { uploadPicture } from '#test/support/uploads.ts'

let site: Site
let other: Site
let from: Admin
let to: Admin
beforeAll(async () => {
  ;[site, other] = [await startApp(), await startApp()]
  ;[from, to] = [await adminOf(site), await adminOf(other)]
})
afterAll(async () => {
  await site.close()
  await other.close()
})

const preview = async (by: Admin, content: string) => (await by.post('/staff/pack/preview', { content })).data
const apply = async (by: Admin, content: string) =>
  by.post('/staff/pack/apply', { content, digest: (await preview(by, content)).digest })

test('emblem, picture to share and codes to scan go along; a site without them says nothing of them', async () => {
  expect(await from.exported()).not.toMatch(/^ {2}pictures:/m)
  const { version } = (await from.get('/staff/pictures')).data
  const square = await uploadPicture(site, from.session.cookie, { width: 300, height: 300 })
  const wide = await uploadPicture(site, from.session.cookie, { width: 1200, height: 630 })
  const form = { logo: square, share: wide, name1: '公众号', picture1: square }
  expect(await from.post('/staff/pictures/save', { version, form })).toMatchObject({ code: 200 })

  const content = await from.exported()
  expect(await apply(to, content)).toMatchObject({ code: 200 })
  expect(await to.exported()).toBe(content)
  expect((await preview(to, content)).differences).toEqual([])
  const { association } = (await other.get('/config/public')).data
  expect(association.qr).toMatchObject([{ name: '公众号' }])
  for (const url of [association.logo, association.share])
    expect((await other.app.inject(url)).headers['content-type']).toBe('image/png')
})

describe('where fees take a second person', () => {
  const level = { name: '会员单位', code: 10, kind: 'organisation', state: 'open', fee: 2000, votes: 1 }
  const pack = (fee: number) =>
    JSON.stringify({ hangxie: 1, name: '试用', version: '1.0.0', records: { memberLevel: [{ ...level, fee }] } })

  test('a pack changes none, and says so before; what it leaves as it is, it may name', async () => {
    expect(await apply(from, pack(2000))).toMatchObject({ code: 200 })
    await adminOf(site)
    expect(await from.post('/staff/approval/rules', { rules: ['fees'] })).toMatchObject({ code: 200 })
    const { faults } = await preview(from, pack(2))
    expect(faults).toMatchObject([
      { called: '会员级别', name: '会员单位', message: expect.stringMatching(/须双人复核/) },
    ])
    expect(await apply(from, pack(2))).toMatchObject({ code: 400 })
    expect(await apply(from, pack(2000))).toMatchObject({ code: 200 })
    expect((await from.get('/staff/level/list')).data.list[0].values.fee).toBe(2000)
  })
})

describe('roles of one’s own', () => {
  const pack = (role: object) =>
    JSON.stringify({ hangxie: 1, name: '试用', version: '1.0.0', records: { staffRole: [role] } })
  const role = { name: '分会会员员', permissions: ['staff:members'], status: 'open' }

  test('go along with the branch to which they are limited; the administrator’s does not', async () => {
    const [one, two] = [await startApp(), await startApp()]
    const [giving, taking] = [await adminOf(one), await adminOf(two)]
    const form = { name: '华东分会', provinces: ['320000'], status: 'open' }
    const { data } = await giving.post('/staff/branch/save', { form })
    const limited = { form: { ...role, branches: [String(data.id)] } }
    expect(await giving.post('/staff/role/save', limited)).toMatchObject({ code: 200 })
    const content = await giving.exported()
    expect(content).toMatch(/branches:\n {8}- 华东分会/)
    expect(content).not.toMatch(/- name: 管理员$/m)
    expect(await apply(taking, content)).toMatchObject({ code: 200 })
    expect(await taking.exported()).toBe(content)
    await one.close()
    await two.close()
  })

  test('are given by nobody who may set a site up and no more', async () => {
    const form = { name: '建站员', permissions: ['staff:setup'], status: 'open' }
    expect(await from.post('/staff/role/save', { form })).toMatchObject({ code: 202 })
    expect(await agreeToLast(site)).toMatchObject({ code: 200 })
    const { list } = (await from.get('/staff/role/list')).data
    const { code } = list.find(({ name }: { name: string }) => name === '建站员')
    const builder = site.as(await staffSession(site, await staffWith(site, [code])))
    const { faults } = (await builder.post('/staff/pack/preview', { content: pack(role) })).data
    expect(faults).toMatchObject([{ called: '角色', message: expect.stringMatching(/没有这项权限/) }])
  })
})
