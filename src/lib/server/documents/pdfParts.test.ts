import { beforeAll, expect, test } from 'vitest'
import { toPdf } from './pdf.ts'
import { addSignature } from './pdfSignature.ts'
import { verifyPdf } from './signatureReader.ts'
import { makeSigningKey, openSigningKey } from './signingKey.ts'

let signed: Buffer
beforeAll(async () => {
  const key = openSigningKey(await makeSigningKey('演示协会', new Date()))
  const words = '#set text(font: "Noto Sans SC")\n第一页 #pagebreak() 第二页 #pagebreak() 第三页'
  signed = await addSignature(toPdf(words, {}, 'a-2a'), key, { reason: '试签', contact: '', at: new Date() })
})

const changesOf = async (pdf: Buffer) => (await verifyPdf(pdf)).changes
const flipped = (at: number) => Buffer.from(signed.with(at, signed[at]! ^ 1))

/** Returns the offset of a page's content in the file. */
function contentsOf(page: number): number {
  const text = signed.toString('latin1')
  const kids = /\/Type \/Pages\b[\s\S]*?\/Kids \[([^\]]*)\]/.exec(text)![1]!
  const id = [...kids.matchAll(/(\d+) 0 R/g)][page - 1]![1]
  const at = text.search(new RegExp(`(?<=\\n)${id} 0 obj`))
  const contents = /\/Contents (\d+) 0 R/.exec(text.slice(at))![1]
  return text.indexOf('stream', text.search(new RegExp(`(?<=\\n)${contents} 0 obj`))) + 20
}

test('a whole document has no changes', async () => {
  expect(await changesOf(signed)).toEqual([])
})

test.each([1, 2, 3])('one byte of page %i is named as that page, with where it is', async page => {
  const at = contentsOf(page)
  const [first, ...rest] = await changesOf(flipped(at))
  expect(rest).toEqual([])
  const [, named, from, to] = /^(.+)被改动过（第 (\d+) 至 (\d+) 字节之间）$/.exec(first!)!
  expect(named).toBe(`第 ${page} 页`)
  expect([Number(from) <= at + 1, at < Number(to)]).toEqual([true, true])
})

test('one byte anywhere is named', async () => {
  for (let at = 0; at < signed.length; at += 997) expect([at, await changesOf(flipped(at))]).not.toEqual([at, []])
})

test('what was added behind, cut off, or put in between is told as that', async () => {
  expect(await changesOf(Buffer.concat([signed, Buffer.from('\n1 0 obj\n<<>>\nendobj\n')]))).toEqual([
    '签名之后又追加了 21 字节的内容（增量更新）',
  ])
  expect((await changesOf(signed.subarray(0, -10))).join()).toContain('比签名时少了 10 字节')
  const at = contentsOf(1)
  const inserted = Buffer.concat([signed.subarray(0, at), Buffer.from('x'), signed.subarray(at)])
  expect((await changesOf(inserted)).join()).toMatch(/第 1 页被改动过|签名之后又追加了 1 字节/)
})

test('the signature itself is told as that', async () => {
  const at = signed.indexOf('/Contents <') + 900
  expect(await changesOf(Buffer.from(signed.with(at, signed[at] === 0x30 ? 0x31 : 0x30)))).toEqual([
    '签名、时间戳或其登记部分被改动过',
  ])
})
