import { expect, test } from 'vitest'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import { asStaff } from '#test/support/make.ts'

setUpSite({ demo: true })

const editor = setUpStaff('editor')
const admin = setUpStaff('admin')

type Group = { code: string; values: Record<string, unknown>; version: string }
const group = async (code: string) =>
  (await editor.get<Group[]>('/staff/settings')).data.find(each => each.code === code)!
const save = async (code: string, change: Record<string, unknown>, version?: string, by = editor) => {
  const now = await group(code)
  return by.post('/staff/settings/save', { code, version: version ?? now.version, form: { ...now.values, ...change } })
}
const shown = async () => (await site.get('/config/public')).data
const lastChange = async (objectType: string) =>
  (await editor.get('/staff/site/history', { objectType, pageSize: 1 })).data.list[0]

test('what an editor saves is what the public site says at once, and everything beside it stays', async () => {
  expect(await save('contact', { phone: '010－5550 0199', email: 'hello@example.com' })).toMatchObject({ code: 200 })
  expect((await shown()).association).toMatchObject({
    phone: '010-55500199',
    email: 'hello@example.com',
    lng: 116.4834,
    foundedYear: 1984,
  })
  expect((await shown()).association.qr).toHaveLength(2)
})

test.each([
  ['filing', { icp: '京备123' }, 'icp', /京ICP备2021012345号-1/],
  ['filing', { police: '京公网安备123号' }, 'police', /14 位数字/],
  ['identity', { name: '' }, 'name', /请填写协会名称/],
  ['identity', { creditCode: '5110000050001234XX' }, 'creditCode', /统一社会信用代码/],
  ['contact', { point: { lng: 2.35, lat: 48.86 } }, 'point', /中国境内/],
  ['display', { greyTo: '2026-12-14 00:00' }, 'greyFrom', /开始时间/],
  ['display', { greyFrom: '2026-12-13 08:00', greyTo: '2026-12-13 08:00' }, 'greyTo', /晚于/],
  ['display', { greyFrom: 'tomorrow' }, 'greyFrom', /2026-01-31 09:00/],
  ['membership', { numberPrefix: '会员' }, 'numberPrefix', /大写字母/],
])('in %s the value %j is refused beside its field, and nothing changes', async (code, change, field, message) => {
  const before = await group(code)
  const { code: answer, data } = await save(code, change)
  expect([answer, data.fields[field]]).toEqual([400, expect.stringMatching(message)])
  expect(await group(code)).toEqual(before)
})

test('who saves second is told by whom and when, and saves on what is there now', async () => {
  const { version } = await group('membership')
  expect((await save('membership', { numberPrefix: 'GSX' }, undefined, admin)).code).toBe(200)
  const second = await save('membership', { numberPrefix: 'SX' }, version)
  expect(second).toMatchObject({ code: 409, msg: expect.stringMatching(/^已由 关毅 于 \d\d:\d\d 修改/) })
  expect((await group('membership')).values.numberPrefix).toBe('GSX')
  expect((await save('membership', { numberPrefix: 'SX' })).code).toBe(200)
})

test('an association that knows no coordinates leaves the map point empty, and none is invented', async () => {
  const { point } = (await group('contact')).values
  expect((await save('contact', { point: null })).code).toBe(200)
  expect((await shown()).association).toMatchObject({ lng: null, lat: null })
  expect((await save('contact', { point })).code).toBe(200)
})

test('the history says who changed what, and puts it back', async () => {
  await save('filing', { icp: '沪ICP备12345678号-1' }, undefined, admin)
  const line = await lastChange('setting')
  expect(line).toMatchObject({
    actorName: '关毅',
    act: '修改',
    objectName: '备案号',
    canRestore: true,
    changes: [{ name: 'ICP 备案号', before: '京ICP备00000000号-1', after: '沪ICP备12345678号-1' }],
  })
  expect((await editor.post('/staff/site/restore', { id: line.id })).code).toBe(200)
  expect((await shown()).association.icp).toBe('京ICP备00000000号-1')
  expect(await lastChange('setting')).toMatchObject({ actorName: '叶青禾', act: '恢复' })
})

test('the account that fees are paid to asks for the password first', async () => {
  const { values, version } = await group('payAccount')
  const form = { ...values, bank: '演示银行上海分行' }
  const cashier = await asStaff(site, 'cashier')
  await site.services.db.execute("update session set confirmed_at = now() - interval '1 hour'")
  expect((await cashier.post('/staff/settings/payAccount', { version, form })).code).toBe(428)
  expect((await group('payAccount')).values.bank).toBe('演示银行北京朝阳支行')
  await site.services.db.execute('update session set confirmed_at = now()')
  expect((await cashier.post('/staff/settings/payAccount', { version, form })).code).toBe(200)
  expect((await group('payAccount')).values.bank).toBe('演示银行上海分行')
  expect((await save('payAccount', {})).code).toBe(400)
  const now = await group('payAccount')
  const short = { version: now.version, form: { ...values, number: '12' } }
  const refused = await cashier.post('/staff/settings/payAccount', short)
  expect(refused).toMatchObject({ code: 400, data: { fields: { number: expect.stringContaining('8 到 30 位') } } })
})

test('everybody gets 长者版 where that is chosen, until it is chosen otherwise', async () => {
  expect(await shown()).toMatchObject({ reading: 'standard' })
  await save('display', { reading: 'elder' })
  expect(await shown()).toMatchObject({ reading: 'elder' })
  await save('display', { reading: 'standard' })
  expect(await shown()).toMatchObject({ reading: 'standard' })
})

test('grey begins and ends with its moments, on the home page or everywhere', async () => {
  const moment = (minutes: number) =>
    new Date(Date.now() + 8 * 3_600_000 + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
  await save('display', { greyScope: 'home', greyFrom: moment(-60), greyTo: moment(60) })
  expect(await shown()).toMatchObject({ grey: true, greyScope: 'home' })
  await save('display', { greyFrom: moment(30), greyTo: moment(60) })
  expect((await shown()).grey).toBe(false)
  await save('display', { greyFrom: moment(-60), greyTo: moment(-30) })
  expect((await shown()).grey).toBe(false)
})
