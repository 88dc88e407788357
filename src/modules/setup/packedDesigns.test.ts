import { expect, test } from 'vitest'
import { file } from '#modules/files/server/tables.ts'
import { drawing, paint } from '#test/setups/designs.ts'
import { type Admin, adminOf } from '#test/setups/packs.ts'
import { startApp } from '#test/support/app.ts'
import { upload } from '#test/support/uploads.ts'

async function apply(by: Admin, content: string) {
  const { data } = await by.post('/staff/pack/preview', { content })
  expect(data.faults).toEqual([])
  expect(await by.post('/staff/pack/apply', { content, digest: data.digest })).toMatchObject({ code: 200 })
  return data.differences as { called: string; act: string }[]
}
const kind = {
  groupId: 'DT',
  code: 'DT1',
  name: '维保员',
  issuer: 'association',
  validYears: 4,
  renewHours: 0,
  state: 'open',
}
const kinds = JSON.stringify({
  hangxie: 1,
  name: '试用',
  version: '1.0.0',
  records: {
    personnelGroup: [{ code: 'DT', name: '电梯人员', state: 'open' }],
    personnelKind: [{ ...kind, numberRule: '{kind}-{year}-{province}-{serial:5}' }],
  },
})

test('a design goes along in a pack with its kinds, its picture and its template; exported again it is equal', async () => {
  const [site, other] = [await startApp(), await startApp()]
  const [from, to] = [await adminOf(site), await adminOf(other)]
  await apply(from, kinds)
  const headers = { ...from.session, 'sec-fetch-site': 'same-origin' }
  const picture = await paint(1240, 1754, '#fdf6e3')
  const { data } = await upload(site, picture, { use: 'certificate', name: 'ground.png', headers })
  const template = '#image(bytes(data.paper.qrSvg), width: 40mm)\n#data.title'
  const form = { ...drawing, kinds: ['DT1', '*personnel'], background: data.id, template }
  expect(await from.post('/staff/record/save', { type: 'certificateDesign', form })).toMatchObject({ code: 200 })

  const content = await from.exported()
  expect(content).toMatch(/certificateDesign:\n {4}- name: 清洗人员证书/)
  // The kind is applied before the design that refers to it.
  expect(await apply(to, content)).toContainEqual(expect.objectContaining({ called: '证书版式', act: 'add' }))
  expect(await to.exported()).toBe(content)
  for (const by of [from, to]) expect(await apply(by, content)).toEqual([])
  // The ground of a certificate is nobody's to take from the site.
  const files = await other.services.db.select().from(file)
  expect(files).toHaveLength(1)
  expect(await other.get(`/file/${files[0]!.id}`)).toMatchObject({ code: 404 })
  expect(files[0]).toMatchObject({ isPublic: false, isConfined: true })
  await site.close()
  await other.close()
})

test('a pack that gives a kind a second design, or a design to a kind that is none, is refused', async () => {
  const site = await startApp()
  const by = await adminOf(site)
  await apply(by, kinds)
  const certificateDesign = [
    { ...drawing, kinds: ['DT1'] },
    { ...drawing, name: '又一种', kinds: ['DT1'] },
    { ...drawing, name: '没有的', kinds: ['XX9'] },
  ]
  const content = JSON.stringify({ hangxie: 1, name: '试用', version: '1.0.0', records: { certificateDesign } })
  const { data } = await by.post('/staff/pack/preview', { content })
  expect(data.faults.map(({ name }: { name: string }) => name)).toEqual(['又一种', '没有的'])
  expect(data.faults[0].message).toContain('一个种类只能用一种版式')
  await site.close()
})
