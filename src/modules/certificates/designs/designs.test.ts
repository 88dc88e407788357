import { describe, expect, test } from 'vitest'
import {
  COMPANIES,
  changeDesign,
  designNamed,
  designs,
  drawing,
  editor,
  issue,
  PERSONS,
  paint,
  paperOf,
  preview,
  removeDesign,
  sample,
  saveDesign,
  secretary,
  setUpDesigns,
  uploaded,
} from '#test/setups/designs.ts'
import { drawSheet, readSheet } from '#test/setups/sheets.ts'
import { site } from '#test/setups/site.ts'

setUpDesigns()

describe('a design of the association', () => {
  test('is kept by who keeps certificates, and by nobody else', async () => {
    expect(await saveDesign(drawing, editor)).toMatchObject({ code: 403 })
    expect(await preview(drawing, {}, editor)).toMatchObject({ code: 403 })
    expect((await designs(secretary)).list).toEqual([])
    expect(await saveDesign(drawing, secretary)).toMatchObject({ code: 200 })
    expect(await designNamed(drawing.name)).toMatchObject({ kindNames: [expect.stringMatching(/^人员证书：/)] })
  })

  test('is what certificates of its kinds are printed by: its words, what it lists, and its place for the code', async () => {
    const paper = await paperOf(await issue())
    const { text, pages, width, height } = await readSheet(paper)
    expect([pages, width, height]).toEqual([1, 210, 297])
    for (const words of [
      '清洗人员岗位证书',
      'CertificateofCompetence',
      '准予担任',
      '当时的单位',
      '本证书由',
      '数字签名',
    ])
      expect(text).toContain(words)
    expect(text).toMatch(/validuntil\d{4}-\d\d-\d\d\./)
    // Expect only the first and last character of an identity card number, and no field for an event that never
    // happened.
    expect(text).toMatch(/证件号码\d\*{16}[\dX]/)
    expect(text).not.toContain('变更日期')
    const code = (await (await drawSheet(paper)).code())!
    const white = (drawing.qrSize * 4) / 41
    expect(Math.abs(code.x - drawing.qrX - white)).toBeLessThan(2)
    expect(Math.abs(code.y - drawing.qrY - white)).toBeLessThan(2)
    const token = new URL(code.text).searchParams.get('token')!
    expect((await site.get('/cert/verify', { token })).data.certNo).toMatch(/^HQ1/)
  })

  test('is not that of other kinds, which look as the program has them', async () => {
    const { text, width } = await readSheet(await paperOf(await issue(COMPANIES)))
    expect(width).toBe(297)
    expect(text).toContain('能力评价证书')
    expect(text).toContain('（盖章处）')
  })

  test('may be for all kinds of a register that have none of their own', async () => {
    await saveDesign({ ...drawing, name: '单位证书', kinds: ['*qualification'], title: '单位能力证书', facts: [] })
    expect((await readSheet(await paperOf(await issue(COMPANIES)))).text).toContain('单位能力证书')
    await saveDesign({ ...drawing, name: '清洗单位', kinds: [COMPANIES], title: '清洗单位证书', facts: [] })
    expect((await readSheet(await paperOf(await issue(COMPANIES)))).text).toContain('清洗单位证书')
    await removeDesign('清洗单位')
    expect((await readSheet(await paperOf(await issue(COMPANIES)))).text).toContain('单位能力证书')
    await removeDesign('单位证书')
    expect((await readSheet(await paperOf(await issue(COMPANIES)))).text).toContain('能力评价证书')
  })

  test('has the colours of the association, or its own, and a picture that covers the sheet', async () => {
    const background = await uploaded(await paint(1240, 1754, '#fdf6e3'), 'certificate')
    await changeDesign(drawing.name, { background, colours: 'own', main: '#7a0019', accent: '#14532d', frame: 'none' })
    const drawn = await drawSheet(await paperOf(await issue()))
    const ground = drawn.boxOf((r, g, b) => Math.abs(r - 0xfd) + Math.abs(g - 0xf6) + Math.abs(b - 0xe3) < 6)
    expect(ground).toMatchObject({ left: 0, top: 0 })
    expect(ground.right).toBeGreaterThan(209)
    const title = drawn.boxOf((r, g, b) => Math.abs(r - 0x7a) + g + Math.abs(b - 0x19) < 12)
    expect(title.top).toBeGreaterThan(drawing.marginTop - 3)
    expect(title.bottom).toBeGreaterThan(title.top)
    expect(title.bottom).toBeLessThan(drawing.marginTop + 25)
  })
})

describe('what is wrong with a design is said beside its fields, all at once', () => {
  const fieldsOf = async (over: object) =>
    (await saveDesign({ ...drawing, name: '另一种', kinds: [], ...over })).data.fields

  test('placeholders that no certificate knows, or none of these kinds', async () => {
    const body = '兹证明{{姓名}}合格。'
    expect(await fieldsOf({ body, title: '{{证书', note: '{{入会日期}}', kinds: ['*personnel'] })).toEqual({
      title: expect.stringContaining('没有配对'),
      body: expect.stringMatching(/没有“{{姓名}}”这一项，可用的有 {{持证者}}/),
      note: '所选种类的证书没有“{{入会日期}}”这一项',
    })
  })

  test('a seal off the sheet, a code below it, sizes beyond all measure', async () => {
    expect(await fieldsOf({ sealX: 190, qrSize: 10 })).toMatchObject({
      sealX: expect.stringContaining('超出 A4 纵向'),
      qrSize: expect.any(String),
    })
    expect(await fieldsOf({ qrX: 130, qrY: 210 })).toEqual({ qrX: expect.stringContaining('重叠') })
  })

  test('a kind that has a design already, a kind that is none, a name twice', async () => {
    expect(await fieldsOf({ name: drawing.name, kinds: [PERSONS] })).toEqual({
      name: expect.stringContaining('已有这个名称'),
      kinds: expect.stringContaining('一个种类只能用一种版式'),
    })
    expect(await fieldsOf({ kinds: ['NONE'] })).toMatchObject({ kinds: expect.any(String) })
  })

  test('colours too light to be read, a holder nowhere, the same line twice', async () => {
    expect(
      await fieldsOf({
        colours: 'own',
        main: '#ffee00',
        accent: 'red',
        holder: 'inText',
        facts: [{ field: 'level' }, { field: 'level' }],
      }),
    ).toEqual({
      main: expect.stringContaining('太浅'),
      accent: expect.stringContaining('十六进制'),
      body: expect.stringContaining('{{持证者}}'),
      'facts.1.field': '与第 1 行相同',
    })
  })

  test('a picture that is not of the shape of the sheet, or too coarse, or not one’s own', async () => {
    const wide = await uploaded(await paint(1754, 1240, '#ffffff'), 'certificate')
    const coarse = await uploaded(await paint(420, 594, '#ffffff'), 'certificate')
    expect(await fieldsOf({ background: wide })).toEqual({ background: expect.stringContaining('2480 × 3508') })
    expect(await fieldsOf({ background: coarse })).toEqual({ background: expect.stringContaining('长边至少') })
    const background = await uploaded(await paint(1240, 1754, '#ffffff'), 'certificate')
    expect(await saveDesign({ ...drawing, name: '别人的图', kinds: [], background }, secretary)).toMatchObject({
      code: 400,
    })
  })
})

describe('before it is saved', () => {
  test('it is shown with a certificate of the kind that is chosen, and nothing is written', async () => {
    const before = (await designs()).list.length
    const shown = await preview({ ...drawing, name: '', kinds: [] }, { kind: COMPANIES })
    expect(shown.data.svg).toMatch(/^<svg/)
    const { bytes, type } = await sample(
      { ...drawing, body: '{{持证者}}', facts: [{ field: 'creditCode' }] },
      { kind: COMPANIES },
    )
    expect(type).toBe('application/pdf')
    const { text } = await readSheet(bytes)
    expect(text).toContain('示例机电设备有限公司')
    expect(text).toContain('统一社会信用代码91110105MA00000000')
    expect(text).toContain('样张')
    expect((await designs()).list).toHaveLength(before)
    const [{ id, values }] = (await designs()).list
    const changed = { ...values, title: '改过的标题' }
    expect((await preview(changed, { id })).data.svg).toMatch(/^<svg/)
    expect((await readSheet((await sample(changed, { id })).bytes)).text).toContain('改过的标题')
  })

  test('what is wrong is said as when it is saved', async () => {
    const answer = await preview({ ...drawing, body: '{{姓名}}', sealX: 200 })
    expect(answer).toMatchObject({
      code: 400,
      data: { fields: { body: expect.any(String), sealX: expect.any(String) } },
    })
  })
})
