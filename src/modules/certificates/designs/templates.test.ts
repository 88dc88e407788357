import { expect, test } from 'vitest'
import {
  admin,
  changeDesign,
  drawing,
  issue,
  paperOf,
  preview,
  saveDesign,
  setUpDesigns,
} from '#test/setups/designs.ts'
import { drawSheet, readSheet } from '#test/setups/sheets.ts'
import { today } from '#test/setups/site.ts'
import { runsAll } from '#test/support/night.ts'

setUpDesigns()

const code = '#image(bytes(data.paper.qrSvg), width: 40mm)'
const template = `#set page(paper: "a5")
#set text(font: "Noto Sans SC")
= 自排 #data.title
#data.fields.holder · #data.fields.number
#for line in data.body [#line]
${code}`
const faultOf = async (text: string) => {
  const { data } = await saveDesign({ ...drawing, name: '试验', kinds: [], template: text })
  return data.fields?.template as string | undefined
}

test('an association may write the whole sheet itself; it finds the same data, and its code leads to the check', async () => {
  expect(await saveDesign({ ...drawing, template })).toMatchObject({ code: 200 })
  const paper = await paperOf(await issue())
  const { text, width, height } = await readSheet(paper)
  expect([width, height]).toEqual([148, 210])
  expect(text).toContain('自排清洗人员岗位证书')
  expect(text).toContain('准予担任')
  expect((await (await drawSheet(paper)).code())!.text).toContain('/admin/verify?token=')
  expect((await preview({ ...drawing, template })).data.svg).toMatch(/^<svg/)
})

test('the template at hand can be printed as it is', async () => {
  const { starter } = (await admin.get('/staff/record/list', { type: 'certificateDesign' })).data
  expect(await changeDesign(drawing.name, { template: starter })).toMatchObject({ code: 200 })
})

test('a certificate that is not valid any more says so across it', async () => {
  const id = await issue()
  const { seen } = (await admin.get('/staff/certificate/detail', { id })).data
  await admin.post('/staff/certificate/act', { id, seen, action: 'revoked', effectiveOn: today, reason: '经查实' })
  expect((await readSheet(await paperOf(id))).text).toContain('本证书已撤销')
})

test('what is wrong in it is said with its line, in plain words', async () => {
  expect(await faultOf(`一\n#foo\n${code}`)).toBe('第 2 行：没有名为“foo”的变量')
  expect(await faultOf(`${code}\n\n#let a = (1,`)).toMatch(/^第 3 行：括号或引号没有配对/)
  expect(await faultOf('#data.fields.nothing')).toMatch(/没有“nothing”这一项/)
  const many = await saveDesign({ ...drawing, name: '', kinds: [], sealX: 200, body: '{{姓名}}', template: '#foo' })
  expect(Object.keys(many.data.fields)).toEqual(expect.arrayContaining(['name', 'sealX', 'body', 'template']))
  const none = await saveDesign({ body: '{{姓名}}', template: '#foo' })
  expect(Object.keys(none.data.fields)).toEqual(expect.arrayContaining(['name', 'title', 'body', 'paper']))
  expect((await preview({ ...drawing, template: '#foo' })).data.fields.template).toMatch(/^第 1 行/)
})

test('it reads no file and no package of anybody’s', async () => {
  for (const path of ['/etc/passwd', '../../../package.json', 'pdf.ts'])
    expect(await faultOf(`#read("${path}")`)).toMatch(/不能读取文件/)
  expect(await faultOf('#import "@preview/example:0.1.0": add')).toMatch(/不能引用外部的包/)
  expect(await faultOf('#import ("@pre" + "view/example:0.1.0"): add')).toMatch(/不能引用外部的包/)
})

test('it neither hides what is revoked nor does without the code', async () => {
  expect(await faultOf(`#set page(foreground: none)\n${code}`)).toMatch(/失效时的标记没有印出/)
  expect(await faultOf('没有二维码')).toMatch(/没有能扫出来的查验二维码/)
})

test('it has two pages at most, and its share of memory', async () => {
  expect(await faultOf(`${code}${'\n#pagebreak()'.repeat(2)}`)).toMatch(/排出了 3 页/)
  expect(await faultOf('#let s = "aaaaaaaaaaaaaaaa"\n#for i in range(60) { s = s + s }')).toMatch(/已停止/)
  // Expect later saves to work.
  expect(await saveDesign({ ...drawing, name: '之后', kinds: [], template })).toMatchObject({ code: 200 })
}, 60_000)

test.runIf(runsAll)(
  'it has fifteen seconds to be set',
  async () => {
    const endless = '#for i in range(9000) { for j in range(9000) { for k in range(9000) { let n = i + j + k } } }'
    expect(await faultOf(endless)).toMatch(/已停止/)
    expect(await saveDesign({ ...drawing, name: '再后', kinds: [], template })).toMatchObject({ code: 200 })
  },
  60_000,
)

test('with words that it cannot set the holder has a paper all the same, by the fields of the design', async () => {
  const picky = `${template}\n#assert(data.fields.holder == "李晓明")`
  expect(await changeDesign(drawing.name, { template: picky })).toMatchObject({ code: 200 })
  const { text, width } = await readSheet(await paperOf(await issue()))
  expect(width).toBe(210)
  expect(text).toContain('当时的单位')
})
