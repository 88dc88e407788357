import type { X509Certificate } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import { openPdf } from '#lib/server/documents/pdfUpdate.ts'
import type { SigningKey } from '#lib/server/documents/signingKey.ts'
import { issueSigningKey, signedOver } from '#test/support/forging.ts'
import { signedBy } from './server/flowProgress.ts'

/** A signed PDF that was altered to show something other than what was sent for signing. */
const now = new Date()
const name = '清源锅炉清洗有限公司'
let key: SigningKey
let authority: X509Certificate
let given: Buffer
beforeAll(() => {
  ;({ key, authority } = issueSigningKey(name, now))
  given = toPdf('grade B #pagebreak() second page', {}, 'a-2a')
})

const judged = (pdf: Buffer) =>
  signedBy(pdf, { given, authority: [authority], name, now: new Date(now.getTime() + 1000) })

/** Appends other contents for the first page, which override the original. */
function shadowed(contents: string): Buffer {
  const { read, firstPage, add } = openPdf(given)
  const id = Number(/\/Contents (\d+) 0 R/.exec(read(firstPage))![1])
  return add(new Map([[id, `<< /Length ${contents.length} >>\nstream\n${contents}\nendstream`]]))
}

test('a form that was signed as it was given is the company’s', async () => {
  const signed = await addSignature(given, key, { reason: '签章', contact: 'http://site.test', at: now })
  expect((await judged(signed)).fingerprint256).toBe(key.chain[0]!.fingerprint256)
  expect((await judged(await signedOver(given, key))).fingerprint256).toBe(key.chain[0]!.fingerprint256)
})

test('a form whose page was replaced before it was signed is not what was given to sign', async () => {
  const other = await signedOver(shadowed('0 0 200 200 re f'), key)
  await expect(judged(other)).rejects.toThrow('显示的内容与送签的不同：第 1 页')
})

test('nor is one with a note upon a page', async () => {
  const { read, firstPage, size, add } = openPdf(given)
  const noted = add(
    new Map([
      [firstPage, read(firstPage).replace(/^<</, `<< /Annots [${size} 0 R]`)],
      [size, '<< /Type /Annot /Subtype /FreeText /Rect [50 50 200 80] /Contents (grade A) /DA (/Helv 12 Tf 0 g) >>'],
    ]),
  )
  await expect(judged(await signedOver(noted, key))).rejects.toThrow('显示的内容与送签的不同：第 1 页')
})
