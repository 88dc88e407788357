import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminOf } from '#test/setups/packs.ts'
import { startApp } from '#test/support/app.ts'
import { staffSession, staffWith } from '#test/support/make.ts'

type Site = Awaited<ReturnType<typeof startApp>>
let demo: Site
let empty: Site
let admin: Awaited<ReturnType<typeof adminOf>>
let newcomer: typeof admin

beforeAll(async () => {
  demo = await startApp({ demo: true })
  empty = await startApp()
  admin = await adminOf(demo)
  newcomer = await adminOf(empty)
})
afterAll(async () => {
  await demo.close()
  await empty.close()
})

type Caller = Pick<typeof admin, 'get' | 'post'>
const preview = (by: Caller, content: string) => by.post('/staff/pack/preview', { content })
const apply = async (by: Caller, content: string) => {
  const { data } = await preview(by, content)
  return by.post('/staff/pack/apply', { content, digest: data.digest })
}
const pack = (records: object) => JSON.stringify({ hangxie: 1, name: '试用', version: '1.0.0', records })
const level = { name: '会员单位', code: 10, kind: 'organisation', state: 'open', fee: 2000, votes: 1 }

describe('what is particular to an association', () => {
  let text: string

  test('leaves a site as a readable file', async () => {
    text = await admin.exported()
    expect(text).toMatch(/memberLevel:\n {4}- name: 理事长单位/)
    expect(text).not.toMatch(/payAccount|110100000000000018/)
  })

  test('makes an empty site the same, as was shown before: exported again it is equal', async () => {
    const shown = await preview(newcomer, text)
    expect(shown).toMatchObject({ code: 200, data: { faults: [] } })
    expect(shown.data.differences.length).toBeGreaterThan(40)
    expect((await newcomer.get('/staff/level/list')).data.list).toEqual([])
    const done = await newcomer.post('/staff/pack/apply', { content: text, digest: shown.data.digest })
    expect(done).toMatchObject({ code: 200 })
    expect(await newcomer.exported()).toBe(text)
  })

  test('is, of the demo association, what stands in its pack', async () => {
    const { data } = await admin.post('/staff/pack/preview', { code: 'boiler' })
    expect(data).toMatchObject({ differences: [], faults: [] })
  })

  test('is there once however often it is applied', async () => {
    const again = await preview(newcomer, text)
    expect(again.data).toMatchObject({ differences: [], faults: [] })
  })
})

describe('a pack', () => {
  test('changes what it names and shows it before; the rest stays', async () => {
    const content = pack({ memberLevel: [{ ...level, fee: 2000, votes: 3 }] })
    const { data } = await preview(admin, content)
    expect(data.differences).toMatchObject([{ called: '会员级别', name: '会员单位', act: 'change' }])
    expect(data.differences[0].changes).toContainEqual({ label: '表决权', before: '1 票', after: '3 票' })
  })

  test('is refused with all that is wrong in it, and nothing is written', async () => {
    const content = pack({
      memberLevel: [
        { ...level, name: '甲级', code: 71 },
        { ...level, name: '乙级', code: 72, kind: 'club' },
        { name: '丙级' },
      ],
      qualificationKind: [{ code: 'ZZ01', name: '无大类', groupId: 'NONE' }],
      planet: [{ name: '火星' }],
    })
    const { data } = await preview(newcomer, content)
    expect(data.faults.map(({ name }: { name: string }) => name).sort()).toEqual(['planet', '丙级', '乙级', '无大类'])
    expect(await newcomer.post('/staff/pack/apply', { content, digest: data.digest })).toMatchObject({ code: 400 })
    const { list } = (await newcomer.get('/staff/level/list')).data
    expect(list.map(({ name }: { name: string }) => name)).not.toContain('甲级')
  })

  test('is applied only as it was previewed', async () => {
    const content = pack({ memberLevel: [{ ...level, name: '丁级', code: 73 }] })
    const { data } = await preview(newcomer, content)
    await apply(newcomer, pack({ memberLevel: [{ ...level, name: '丁等', code: 73 }] }))
    const late = await newcomer.post('/staff/pack/apply', { content, digest: data.digest })
    expect(late).toMatchObject({ code: 409, msg: expect.stringMatching(/重新预览/) })
  })

  test('that cannot be read says where', async () => {
    expect(await preview(newcomer, 'name: [')).toMatchObject({ code: 400, msg: expect.stringMatching(/第 \d+ 行/) })
    const other = await preview(newcomer, JSON.stringify({ hangxie: 2, name: '', version: '1' }))
    expect(other.msg).toMatch(/hangxie：.*name：.*version：/)
    const bomb = `a: &a [x, x]\n${[...'bcdefgh'].map((n, i) => `${n}: &${n} [*${'abcdefgh'[i]}, *${'abcdefgh'[i]}, *${'abcdefgh'[i]}]`).join('\n')}`
    expect((await preview(newcomer, bomb)).code).toBe(400)
  })

  test('is a matter of the administrators, who type their password for it', async () => {
    const editor = demo.as(await staffSession(demo, await staffWith(demo, ['editor'])))
    expect(await preview(editor, pack({}))).toMatchObject({ code: 403 })
  })

  test('makes an association of elevators in one step; taken along, it makes the same again', async () => {
    const exported = async (text?: string) => {
      const fresh = await startApp()
      const by = await adminOf(fresh)
      const chosen = text === undefined ? { code: 'elevator' } : { content: text }
      const { data } = await by.post('/staff/pack/preview', chosen)
      expect(data.faults).toEqual([])
      expect(await by.post('/staff/pack/apply', { ...chosen, digest: data.digest })).toMatchObject({ code: 200 })
      const trades = (await fresh.get('/dictionary/list', { dictionary: 'trade' })).data
      expect(trades[0]).toMatchObject({ name: '整机制造' })
      const result = await by.exported()
      await fresh.close()
      return result
    }
    const first = await exported()
    expect(await exported(first)).toBe(first)
  })

  test('of a chamber shows no part of the business that it does not have, until it begins with one', async () => {
    const fresh = await startApp()
    const by = await adminOf(fresh)
    const { data } = await by.post('/staff/pack/preview', { code: 'chamber' })
    await by.post('/staff/pack/apply', { code: 'chamber', digest: data.digest })
    const parts = async () => (await fresh.get('/config/public')).data.parts
    const mapped = async () =>
      (await fresh.get('/sitemap')).data.list.map(({ path }: { path: string }) => path.replace('/admin/publicity/', ''))
    const counted = async () =>
      (await fresh.get('/num/num')).data.list.map(({ code }: { code: string }) => code.split(':')[0])
    expect(await parts()).toEqual(['adverts'])
    expect(await counted()).toEqual(['member', 'article'])
    expect(await mapped()).toContain('member')
    expect(await mapped()).not.toContain('person')
    const form = { qualifications: 'off', personnel: 'off', training: 'on', awards: 'off', adverts: 'on' }
    const shown = (await by.get('/staff/settings')).data.find(({ code }: { code: string }) => code === 'parts')
    expect(await by.post('/staff/settings/save', { code: 'parts', version: shown.version, form })).toMatchObject({
      code: 200,
    })
    expect(await parts()).toEqual(['training', 'adverts'])
    expect(await counted()).not.toContain('personnel')
    expect(await mapped()).toContain('training')
    await fresh.close()
  })

  test('that comes with the program fits an empty site', async () => {
    const fresh = await startApp()
    const by = await adminOf(fresh)
    const { data } = await by.get('/staff/pack/list')
    expect(data.length).toBeGreaterThan(0)
    for (const { code } of data)
      expect(await by.post('/staff/pack/preview', { code })).toMatchObject({ code: 200, data: { faults: [] } })
    await fresh.close()
  })
})
