import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  admin,
  COMPANIES,
  changeDesign,
  drawing,
  issue,
  PERSONS,
  paint,
  paperOf,
  removeDesign,
  saveDesign,
  setSeal,
  setUpDesigns,
  uploaded,
} from '#test/setups/designs.ts'
import { drawSheet, readSheet } from '#test/setups/sheets.ts'
import { site, today } from '#test/setups/site.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { certificate, certificateLook } from '../server/tables.ts'

setUpDesigns()

const titleOf = ({ title }: { title: string }) => title

const isBlue = (red: number, green: number, blue: number) => blue > 200 && red < 40 && green < 40

/** Renders a certificate's paper and returns its pixels. */
const seen = async (id: number) => Buffer.from((await drawSheet(await paperOf(id))).data)
const setColours = async (form: object) => {
  const { version } = (await admin.get('/staff/settings')).data.find(({ code }: { code: string }) => code === 'colours')
  return admin.post('/staff/settings/save', { code: 'colours', version, form })
}

describe('a certificate keeps the look with which it was issued', () => {
  test('whatever becomes of the design, its picture, the colours of the association and the seal', async () => {
    await setSeal(await paint(600, 600, '#0000ff', true))
    const background = await uploaded(await paint(1240, 1754, '#fffdf5'), 'certificate')
    await saveDesign({ ...drawing, background })
    const id = await issue()
    const [text, sheet] = [(await readSheet(await paperOf(id))).text, await seen(id)]
    const other = await uploaded(await paint(1240, 1754, '#eeffee'), 'certificate')
    await changeDesign(drawing.name, { title: '全新的证书', background: other, sealX: 100, qrX: 60, facts: [] })
    await setSeal(await paint(600, 600, '#00aa00', true))
    await setColours({ main: '#7a0019', accent: '#14532d' })
    expect((await readSheet(await paperOf(await issue()))).text).toContain('全新的证书')
    expect((await readSheet(await paperOf(id))).text).toBe(text)
    expect((await seen(id)).equals(sheet)).toBe(true)
    await removeDesign(drawing.name)
    expect((await seen(id)).equals(sheet)).toBe(true)
  })

  test('also one from before the association drew up its own', async () => {
    const id = await issue(COMPANIES)
    const { text } = await readSheet(await paperOf(id))
    await saveDesign({ ...drawing, name: '单位', kinds: [COMPANIES], facts: [] })
    expect((await readSheet(await paperOf(id))).text).toBe(text)
    expect((await readSheet(await paperOf(await issue(COMPANIES)))).text).toContain(drawing.title)
    await removeDesign('单位')
  })

  test('until it is put right, or replaced by another: that is a new paper, of today’s design', async () => {
    const id = await issue()
    expect((await readSheet(await paperOf(id))).text).toContain('人员证书')
    await saveDesign({ ...drawing, title: '今天的证书' })
    const { seen: newest } = (await admin.get('/staff/certificate/detail', { id })).data
    const corrected = await admin.post('/staff/certificate/correct', {
      id,
      seen: newest,
      form: { scope: '各类设备' },
      effectiveOn: today,
      reason: '录入有误',
    })
    expect(corrected).toMatchObject({ code: 200 })
    expect((await readSheet(await paperOf(id))).text).toContain('今天的证书')
    await changeDesign(drawing.name, { title: '明天的证书' })
    const { seen: since } = (await admin.get('/staff/certificate/detail', { id })).data
    const { data } = await admin.post('/staff/certificate/replace', {
      id,
      seen: since,
      issuedOn: today,
      reason: '遗失',
    })
    expect((await readSheet(await paperOf(id))).text).toContain('今天的证书')
    expect((await readSheet(await paperOf(data.id))).text).toContain('明天的证书')
    await removeDesign(drawing.name)
  })

  test('and the same look is kept once, however many have it', async () => {
    const { db } = site.services
    await saveDesign({ ...drawing, title: '一样的证书' })
    const before = await db.$count(certificateLook)
    const ids = [await issue(), await issue(), await issue()]
    expect(await db.$count(certificateLook)).toBe(before + 1)
    const rows = await db.select().from(certificate).where(eq(certificate.kindCode, PERSONS))
    expect(new Set(rows.filter(({ id }) => ids.includes(id)).map(({ lookId }) => lookId)).size).toBe(1)
    await removeDesign(drawing.name)
  })
})

describe('the seal', () => {
  test('stands where the design says, as large as it says, and only where it is to be printed', async () => {
    await setSeal(await paint(600, 600, '#0000ff', true))
    await saveDesign({ ...drawing, sealX: 110, sealY: 200, sealSize: 40 })
    const box = (await drawSheet(await paperOf(await issue()))).boxOf(isBlue)
    for (const [is, wanted] of [
      [box.left, 110],
      [box.top, 200],
      [box.right, 150],
      [box.bottom, 240],
    ] as const)
      expect(Math.abs(is - wanted)).toBeLessThan(0.6)
    expect((await readSheet(await paperOf(await issue()))).text).not.toContain('盖章处')
    await changeDesign(drawing.name, { seal: 'byHand' })
    const byHand = await paperOf(await issue())
    expect((await drawSheet(byHand)).boxOf(isBlue).right).toBe(0)
    expect((await readSheet(byHand)).text).toContain('（盖章处）')
    await changeDesign(drawing.name, { seal: 'printed' })
    await setSeal(null)
    expect((await readSheet(await paperOf(await issue()))).text).toContain('（盖章处）')
    await removeDesign(drawing.name)
  })
  test('is not replaced without the others who may set the association up hearing of it', async () => {
    const other = await asStaff(site, await staffWith(site, ['admin']))
    const told = async () => (await other.get('/staff/message/list', {})).data.list.map(titleOf)
    expect((await setSeal(await paint(600, 600, '#ff0000', true))).code).toBe(200)
    expect(await told()).toContain('印章图片已更换')
  })
})
