import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { makeSeal } from '#lib/server/seals/electronicSeal.ts'
import { readSealValue, sealDocument, writeSealValue } from '#lib/server/seals/sealSignature.ts'
import { sm3 } from '#lib/server/seals/sm2.ts'
import { makeSm2Pems, openSm2Key, type Sm2Key } from '#lib/server/seals/sm2Key.ts'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import { certificatesZip } from '#modules/certificates/documents/server/certificatesZip.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newAddress, staffSession } from '#test/support/make.ts'
import { sealValueOf, signPaper } from './server/sealing.ts'
import { electronicSeal, sealedPaper, signingKey } from './server/tables.ts'

const ASSOCIATION = '全国锅炉与锅炉水处理行业协会'

let folder: string
let services: Awaited<ReturnType<typeof startStandIns>>
setUpSite(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealing-'))
  services = await startStandIns({ port: 0, site: 'http://site.test', folder })
  const { TSA_URL, TSA_AUTHORITY } = services.settings
  return { demo: true, env: { SM2_SEAL: 'on', TSA_URL: TSA_URL!, TSA_AUTHORITY: TSA_AUTHORITY! } }
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true })
})

type Answer = Awaited<ReturnType<typeof site.app.inject>>
let cookies: { cookie: string }
let pdf: Buffer
let value: Buffer

const ask = (url: string) => site.app.inject({ url, headers: { ...cookies, 'sec-fetch-site': 'same-origin' } })
/** Returns the URL of the seal value from the response headers. */
const relatedTo = ({ headers }: Answer) => /^<(.+)>; rel="related"$/.exec(String(headers.link))?.[1]

beforeAll(async () => {
  cookies = await staffSession(site, 'admin')
  const [of] = await site.services.db.select().from(certificate).where(eq(certificate.status, 'valid')).limit(1)
  const saved = await ask(`/api/staff/certificate/file?id=${of!.id}`)
  pdf = saved.rawPayload
  const answer = await site.app.inject(relatedTo(saved)!)
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent(`证书 ${of!.number}.pdf.es`))
  value = answer.rawPayload
})

type Part = { part: string; holds: boolean | null; note: string }
async function sent(url: string, bytes: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  form.append('file', new File([bytes as BlobPart], '签章值.es'))
  const body = new Response(form)
  const headers = { 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  return (await site.app.inject({ method: 'POST', url, payload, headers, remoteAddress: newAddress() })).json()
}
async function checked(bytes: Uint8Array, document?: Buffer) {
  const { code, data } = await sent('/api/seal/verify', bytes, document && { digest: sm3(document).toString('hex') })
  expect(code).toBe(200)
  const partOf = (name: string): Part => data.parts.find(({ part }: Part) => part === name)
  const failed = data.parts.filter(({ holds }: Part) => holds === false).map(({ part }: Part) => part)
  return { ...data, partOf, failed }
}
/** Flips one bit in the middle of the part. */
function withChanged(bytes: Buffer, part: Buffer): Buffer {
  const at = bytes.indexOf(part) + (part.length >> 1)
  return Buffer.from(bytes.with(at, bytes[at]! ^ 1))
}

describe('a paper that was given out', () => {
  test('is checked with the value of its seal, part by part', async () => {
    const { verdict, partOf, failed, ...found } = await checked(value, pdf)
    expect({ verdict, failed }).toEqual({ verdict: 'own', failed: [] })
    expect(found).toMatchObject({
      sealName: ASSOCIATION,
      signer: ASSOCIATION,
      signedAt: expect.stringMatching(/^\d{4}-.+\+08:00$/),
      paper: expect.stringMatching(/^证书 /),
    })
    expect(found.parts.map(({ holds }: Part) => holds)).toEqual(Array(6).fill(true))
    expect(partOf('maker').note).toContain(`${ASSOCIATION} 制章`)
    expect(partOf('stamp').note).toContain('由 时间戳替身 签发')
  })

  test('is checked by itself as well: the register has its seal', async () => {
    const { data } = await sent('/api/cert/verify/file', pdf)
    expect(data).toMatchObject({
      verdict: 'own',
      sm3: sm3(pdf).toString('hex'),
      seal: { verdict: 'own', verdictName: expect.stringContaining('国密签章成立'), paper: data.reason },
    })
    expect(data.seal).toEqual((await sent('/api/seal/verify', value, { digest: data.sm3 })).data)
    const changed = await sent('/api/cert/verify/file', Buffer.from(pdf.with(900, pdf[900]! ^ 1)))
    expect(changed.data).toMatchObject({ verdict: 'changed', seal: null })
  })

  test('is whole only together with its document', async () => {
    const { verdict, verdictName, partOf } = await checked(value)
    expect(verdict).toBe('valueOnly')
    expect(verdictName).toContain('文件内容没有核对')
    expect(partOf('document').holds).toBeNull()
  })
})

describe('one byte changed', () => {
  test('in the document: that is said of the document alone', async () => {
    const { verdict, failed, partOf } = await checked(value, Buffer.from(pdf.with(900, pdf[900]! ^ 1)))
    expect({ verdict, failed }).toEqual({ verdict: 'failed', failed: ['document'] })
    expect(partOf('document').note).toContain('文件在签章以后被改动')
  })

  test('in the picture of the seal: it is named', async () => {
    const changed = withChanged(value, readSealValue(value).seal.picture.bytes)
    const { verdict, failed, partOf } = await checked(changed, pdf)
    expect({ verdict, failed }).toEqual({ verdict: 'failed', failed: ['seal', 'maker', 'signature'] })
    expect(partOf('seal').note).toBe('与登记的印章不同，被改动的是：印章图片')
    expect(partOf('maker').note).toContain('印章在制作以后被改动')
    expect(partOf('signature').note).toContain('印章被改动，签名随之不成立')
  })

  test.each([
    ['the signature', (of: Of) => of.signature, ['signature', 'stamp'], 'signature', '被改动的是：签名值'],
    ['what it is', (of: Of) => Buffer.from(of.property), ['signature'], 'signature', '被改动的是：原文属性'],
    ['the hash', (of: Of) => of.digest, ['signature', 'document'], 'signature', '被改动的是：原文杂凑值'],
    ['the time stamp', (of: Of) => of.stamp!, ['stamp'], 'stamp', '时间戳不成立'],
    ['the seal’s name', () => Buffer.from(ASSOCIATION), ['seal', 'maker', 'signature'], 'seal', '印章名称'],
  ] as const)('in %s: it is named', async (_, bytesOf, failing, part, words) => {
    const { verdict, failed, partOf } = await checked(withChanged(value, bytesOf(readSealValue(value))), pdf)
    expect({ verdict, failed }).toEqual({ verdict: 'failed', failed: failing })
    expect(partOf(part).note).toContain(words)
  })

  test('in the time: it is named', async () => {
    const { sealBytes, at } = readSealValue(value)
    const behind = value.indexOf(sealBytes) + sealBytes.length
    const time = `${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z`
    const digit = value.indexOf(time, behind) + time.length - 2
    const { failed, partOf } = await checked(Buffer.from(value.with(digit, value[digit]! ^ 1)), pdf)
    expect(failed).toEqual(['signature'])
    expect(partOf('signature').note).toContain('被改动的是：签章时间')
  })

  test('in the certificate of who sealed: it is not the one that the seal lists', async () => {
    const { raw } = readSealValue(value).certificate!
    const last = value.lastIndexOf(raw) + raw.length - 3
    const { verdict, failed, signer } = await checked(Buffer.from(value.with(last, value[last]! ^ 1)), pdf)
    expect({ verdict, failed }).toEqual({ verdict: 'failed', failed: ['certificate'] })
    expect(signer).not.toBe('')
  })

  test('in the structure: there is nothing left to be read', async () => {
    const { verdict, parts } = await checked(Buffer.from(value.with(5, value[5]! ^ 1)), pdf)
    expect({ verdict, parts }).toEqual({ verdict: 'broken', parts: [] })
  })
})
type Of = ReturnType<typeof readSealValue>
type Row = typeof sealedPaper.$inferSelect

test('by somebody of the same name a seal is somebody else’s', async () => {
  const now = new Date()
  const maker = openSm2Key(await makeSm2Pems(`${ASSOCIATION} 制章`, now))
  const signer = openSm2Key(await makeSm2Pems(ASSOCIATION, now, maker))
  const other = writeSealValue(sealDocument({ ...about(pdf, now), seal: sealFor(signer, maker, now) }, signer))
  const { verdict, failed, paper } = await checked(other, pdf)
  expect({ verdict, failed, paper }).toEqual({ verdict: 'foreign', failed: [], paper: '' })
})

const about = (document: Buffer, at: Date) => ({ at, digest: sm3(document), property: 'http://site.test/' })
const sealFor = (signer: Sm2Key, maker: Sm2Key, madeAt: Date) =>
  makeSeal(
    {
      id: 'other',
      name: ASSOCIATION,
      certificates: [signer.chain[0]!],
      madeAt,
      validTo: signer.chain[0]!.validToDate,
      picture: { type: 'PNG', bytes: Buffer.alloc(10), width: 42, height: 42 },
    },
    maker,
  )

test('what is sent is bounded, and so is how often; a hash is one or none', async () => {
  expect((await sent('/api/seal/verify', Buffer.alloc((1 << 20) + 1))).msg).toContain('不能超过 1 MB')
  expect((await sent('/api/seal/verify', value, { digest: 'x' })).code).toBe(400)
  expect((await site.get('/seal/value', { digest: 'x' })).code).toBe(400)
  const asked = (digest: string) => site.app.inject(`/api/seal/value?digest=${digest}`)
  expect((await asked(sm3(pdf).toString('hex'))).rawPayload.equals(value)).toBe(true)
  expect((await asked('0'.repeat(64))).json().code).toBe(404)
})

test('the next paper has the same seal, by keys that are kept sealed', async () => {
  await signPaper(site.ctx(), toPdf('x', {}), '另一份')
  const { db } = site.services
  const [next] = await db.select().from(sealedPaper).where(eq(sealedPaper.paper, '另一份'))
  expect(await db.select().from(electronicSeal)).toMatchObject([{ id: next!.sealId, name: ASSOCIATION }])
  const keys = await db.select().from(signingKey).where(isNotNull(signingKey.keySealed)).orderBy(signingKey.id)
  expect(keys.map(({ use, name }) => [use, name])).toEqual([
    ['papers', ASSOCIATION],
    ['sealMaking', ASSOCIATION],
    ['seals', ASSOCIATION],
  ])
  for (const { keySealed } of keys) expect(keySealed).not.toContain('PRIVATE')
})

test('of a paper that was made a hundred times the oldest is found no more, and proves itself all the same', async () => {
  const { db } = site.services
  const first = await signPaper(site.ctx(), toPdf('x', {}), '常用的一份')
  const oldest = (await sealValueOf(site.ctx(), first))!
  const [{ id: _, ...row }] = (await db.select().from(sealedPaper).where(eq(sealedPaper.paper, '常用的一份'))) as [Row]
  await db.insert(sealedPaper).values(Array.from({ length: 99 }, (_, number) => ({ ...row, digest: `${number}` })))
  await signPaper(site.ctx(), toPdf('x', {}), '常用的一份')
  expect(await db.$count(sealedPaper, eq(sealedPaper.paper, '常用的一份'))).toBe(100)
  expect(await sealValueOf(site.ctx(), first)).toBeUndefined()
  expect((await checked(oldest, first)).verdict).toBe('own')
})
test('certificates that are saved together have the values of their seals beside them', async () => {
  const ids = (await ask('/api/staff/certificate/list'))
    .json()
    .data.list.map(({ id }: { id: number }) => id)
    .slice(0, 2)
  const { body } = certificatesZip(site.ctx(), '证书', ids)
  const path = join(folder, 'all.zip')
  await writeFile(path, typeof body === 'function' ? await body() : body)
  const parts = await partsOf(path)
  expect(parts.map(({ name }) => name.replace(/^.+?(?=\.pdf)/, ''))).toEqual(['.pdf', '.pdf.es', '.pdf', '.pdf.es'])
  const [document, beside] = await Promise.all(parts.slice(0, 2).map(async part => buffer(await openPart(path, part))))
  expect((await checked(beside!, document)).verdict).toBe('own')
})
