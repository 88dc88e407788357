import { execFileSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processorTime } from '#test/support/processorTime.ts'
import { toPdf } from './pdf.ts'
import { addSignature } from './pdfSignature.ts'
import { verifyPdf } from './signatureReader.ts'
import { makeSigningKey, openSigningKey, readGivenKey, type SigningKey, type SigningPems } from './signingKey.ts'

const now = new Date('2026-11-21T08:00:00Z')
const about = { reason: '证书 甲-1', contact: 'http://site.test/admin/verify?token=abc', at: now }
const words = '#set text(font: "Noto Sans SC")\n#link("http://site.test")[证书] #pagebreak() 第二页'

let folder: string
let pems: SigningPems
let key: SigningKey
let plain: Buffer
let signed: Buffer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signature-'))
  pems = await makeSigningKey('全国演示协会（筹）, Ltd.', now)
  key = openSigningKey(pems)
  plain = toPdf(words, {}, 'a-2a')
  signed = await addSignature(plain, key, about)
})
afterAll(() => rm(folder, { recursive: true }))

const rangeOf = (pdf: Buffer) =>
  /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/.exec(pdf.toString('latin1'))!.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
  ]

describe('a signed document', () => {
  test('says who signed it, when and what for, and is intact', async () => {
    expect(await verifyPdf(signed)).toMatchObject({
      signed: true,
      intact: true,
      signer: '全国演示协会（筹）, Ltd.',
      at: '2026-11-21T16:00:00+08:00',
      reason: about.reason,
      contact: about.contact,
      certificate: { fingerprint256: key.chain[0]!.fingerprint256 },
    })
  })

  test('is what it was before, with the signature behind it, and reads as before', async () => {
    expect(signed.subarray(0, plain.length).equals(plain)).toBe(true)
    const document = await getDocument({ data: new Uint8Array(signed), verbosity: VerbosityLevel.ERRORS }).promise
    expect(document.numPages).toBe(2)
    const annotations = await (await document.getPage(1)).getAnnotations()
    expect(annotations.map(({ subtype }) => subtype).sort()).toEqual(['Link', 'Widget'])
    expect(annotations.find(({ subtype }) => subtype === 'Widget')).toMatchObject({ fieldType: 'Sig' })
  })

  test('breaks when any byte of it changes', async () => {
    const [, from, to] = rangeOf(signed)
    const places = Array.from({ length: signed.length }, (_, at) => at).filter(
      at => (at < from || at >= to) && (at % 101 === 0 || Math.abs(at - from) < 60 || Math.abs(at - to) < 60),
    )
    expect(places.length).toBeGreaterThan(200)
    for (const at of places) {
      const changed = Buffer.from(signed)
      changed[at]! ^= 1
      expect([at, (await verifyPdf(changed)).intact]).toEqual([at, false])
    }
  })

  test('breaks when something is added behind, cut off, or put where the signature lies', async () => {
    const [, from, to] = rangeOf(signed)
    const withBehind = Buffer.concat([signed, Buffer.from('\n%%EOF\n')])
    const cut = signed.subarray(0, -1)
    const inside = Buffer.from(signed)
    inside.write('> /Evil <', to - 40, 'latin1')
    const overwritten = Buffer.from(signed)
    overwritten.fill('f', from + 200, from + 260, 'latin1')
    for (const changed of [withBehind, cut, inside, overwritten])
      expect(await verifyPdf(changed)).toMatchObject({ signed: true, intact: false })
  })

  test('by another of the same name is by another', async () => {
    const other = openSigningKey(await makeSigningKey('全国演示协会（筹）, Ltd.', now))
    const { intact, certificate } = await verifyPdf(await addSignature(plain, other, about))
    expect(intact).toBe(true)
    expect(certificate!.fingerprint256).not.toBe(key.chain[0]!.fingerprint256)
  })

  test.runIf(has('openssl'))('is verified by OpenSSL, too, with a chain, by RSA and by ECDSA', async () => {
    const authority = await issue('演示签发机构', ['rsa:2048'])
    for (const kind of [['rsa:3072'], ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']]) {
      const leaf = await issue('全国演示协会', kind, authority)
      const given = await readGivenKey({ keyPath: leaf.key, certificatePath: leaf.chain })
      const pdf = await addSignature(plain, given, about)
      expect(await verifyPdf(pdf)).toMatchObject({ intact: true, signer: '全国演示协会' })
      const [, from, to] = rangeOf(pdf)
      const [content, signature] = [join(folder, 'content'), join(folder, 'signature')]
      await writeFile(content, Buffer.concat([pdf.subarray(0, from), pdf.subarray(to)]))
      await writeFile(signature, Buffer.from(pdf.toString('latin1', from + 1, to - 1), 'hex'))
      const asked = ['-inform', 'DER', '-in', signature, '-binary', '-content', content, '-out', join(folder, 'out')]
      run('cms', '-verify', '-cades', ...asked, '-CAfile', authority.certificate, '-purpose', 'any')
      await writeFile(content, 'something else')
      expect(() => run('cms', '-verify', '-cades', ...asked, '-CAfile', authority.certificate)).toThrow()
    }
  })
})

test('what bears no signature is not signed, and nonsense in its place is no signature', async () => {
  expect(await verifyPdf(plain)).toMatchObject({ signed: false, intact: false, certificate: null })
  expect(await verifyPdf(Buffer.alloc(0))).toMatchObject({ signed: false })
  for (const range of ['[0 9 99999999999999999999 1]', '[0 0 0 0]', '[5 1 2 3]', '[0 20 24 6]'])
    expect(await verifyPdf(Buffer.from(`%PDF-1.7 1 0 obj <00> /ByteRange ${range} <3080>`))).toMatchObject({
      signed: true,
      intact: false,
      certificate: null,
    })
})

test('five megabytes of nonsense in a signature’s place are told from one at once', async () => {
  const megabytes = (text: string) => text.repeat((5 << 20) / text.length)
  const files = [
    `%PDF 1 0 obj <00> /Reason <${megabytes('00ab')}> /ByteRange [0 9 13 1] <3080>`,
    `%PDF 1 0 obj /ByteRange [0 46 ${48 + (5 << 20)} 0]      <${megabytes('30')}>`,
    `%PDF /ByteRange${megabytes(' ')}`,
    `%PDF /ByteRange [${megabytes('1')}`,
    megabytes('/ByteRange [1 1 1'),
  ]
  for (const file of files) {
    const spent = processorTime()
    expect((await verifyPdf(Buffer.from(file))).intact).toBe(false)
    expect(spent()).toBeLessThan(5_000)
  }
})

describe('a signing key', () => {
  test('of our own making is good for ten years, for signatures alone', () => {
    const [certificate] = key.chain
    expect(certificate!.validToDate.toISOString().slice(0, 10)).toBe('2036-11-21')
    expect(certificate!.ca).toBe(false)
    expect(createPrivateKey(pems.key).asymmetricKeyDetails).toMatchObject({ modulusLength: 3072 })
  })

  test('that does not fit its certificate, or is of a kind that readers do not know, is refused with a sentence', async () => {
    const other = await makeSigningKey('另一个协会', now)
    expect(() => openSigningKey({ ...pems, certificates: other.certificates })).toThrow('不是一对')
    expect(() => openSigningKey({ ...pems, certificates: '' })).toThrow('不是一对')
    const edwards = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
    expect(() => openSigningKey({ ...pems, key: edwards })).toThrow(/不是一对|RSA/)
    expect(() => openSigningKey({ ...pems, key: 'nonsense' })).toThrow('不加密的 PEM')
    const missing = { keyPath: join(folder, 'none.pem'), certificatePath: join(folder, 'none.crt') }
    await expect(readGivenKey(missing)).rejects.toThrow('SIGNING_KEY 所指的文件')
  })
})

function has(program: string): boolean {
  try {
    return execFileSync(program, ['version']).length > 0
  } catch {
    return false
  }
}

const run = (...words: string[]) => execFileSync('openssl', words, { stdio: 'pipe' })

type Issued = { key: string; certificate: string; chain: string }

/** Issues a key and certificate with OpenSSL, signed by itself or by `by`. */
async function issue(name: string, kind: string[], by?: Issued): Promise<Issued> {
  const path = (ending: string) => join(folder, `${Math.random().toString(36).slice(2)}.${ending}`)
  const [key, certificate, chain] = [path('key'), path('crt'), path('chain')]
  const subject = ['-utf8', '-subj', `/CN=${name}`, '-days', '30', '-nodes', '-keyout', key, '-out', certificate]
  run('req', '-x509', '-newkey', ...kind, ...subject, ...(by ? ['-CA', by.certificate, '-CAkey', by.key] : []))
  const made = [certificate, ...(by ? [by.certificate] : [])]
  await writeFile(chain, made.map(each => new X509Certificate(run('x509', '-in', each)).toString()).join(''))
  return { key, certificate, chain }
}
