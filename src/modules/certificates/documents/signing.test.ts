import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { anonymous, type Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { addSignature } from '#lib/server/documents/pdfSignature.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { makeSigningKey, openSigningKey, type SigningPems } from '#lib/server/documents/signingKey.ts'
import { groupDefaults, writeSetting } from '#modules/settings/server/settings.ts'
import { currentKey, signPdf } from '#modules/signatures/server/signing.ts'
import { signingKey } from '#modules/signatures/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { asStaff, newAddress, staffSession } from '#test/support/make.ts'
import { pdf as unsigned } from '#test/support/uploads.ts'
import { certificate } from '../server/tables.ts'

setUpSite({ demo: true })

let sheet: Buffer
beforeAll(async () => {
  sheet = toPdf('#set text(font: "Noto Sans SC")\n证书', {})
})

const ctxOf = ({ services }: Site, now = new Date()) =>
  ({ ...services, now, actor: anonymous, address: '', headers: {} }) as unknown as Ctx
const keysOf = ({ services }: Site) => services.db.select().from(signingKey).orderBy(signingKey.id)
const signerOf = async (of: Site, now?: Date) => verifyPdf(await signPdf(ctxOf(of, now), sheet, '试签'))

async function check(bytes: Uint8Array, address = newAddress()) {
  const form = new FormData()
  form.append('file', new File([bytes as BlobPart], '证书.pdf'))
  const asked = { method: 'POST', url: '/api/cert/verify/file', payload: form, remoteAddress: address } as const
  return (await site.app.inject(asked)).json()
}

describe('where the operator gives no key', () => {
  test('processes that need one at the same moment make one, in the association’s name, and it is sealed', async () => {
    const { rows } = await site.services.db.execute<{ name: string }>(sql`select current_database() as name`)
    const given = JSON.stringify([{ ...inject('connection'), database: rows[0]!.name }, inject('dataDir')])
    const script = `
      import { openPool } from '#lib/server/database/db.ts'
      import { readConfig } from '#lib/server/process/config.ts'
      import { openServices } from '#lib/server/api/services.ts'
      import { currentKey } from '#modules/signatures/server/signing.ts'
      const [connection, dataDir] = ${given}
      const pool = openPool(connection)
      const services = await openServices(readConfig({ DATA_DIR: dataDir }), pool)
      const { chain } = await currentKey({ ...services, now: new Date() })
      console.log(chain[0].fingerprint256)
      await pool.end()`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const [one, other] = await Promise.all([run(), run()])
    expect(one.stdout).toBe(other.stdout)
    const keys = await keysOf(site)
    expect(keys).toMatchObject([{ fingerprint: one.stdout.trim(), name: '全国锅炉与锅炉水处理行业协会' }])
    expect(keys[0]!.keySealed).not.toContain('PRIVATE KEY')
    expect((await signerOf(site)).signer).toBe('全国锅炉与锅炉水处理行业协会')
  })

  test('it is used until it ends or the association is called otherwise, and then there is another', async () => {
    const own = await startApp()
    onTestFinished(() => own.close())
    const years = (count: number) => new Date(Date.now() + count * 366 * 86_400_000)
    const first = await signerOf(own)
    expect((await signerOf(own, years(9))).certificate!.fingerprint256).toBe(first.certificate!.fingerprint256)
    expect((await signerOf(own, years(11))).certificate!.fingerprint256).not.toBe(first.certificate!.fingerprint256)
    const renamed = { ...groupDefaults.association, name: '改了名的协会' }
    await writeSetting(ctxOf(own), 'association', renamed)
    expect((await signerOf(own)).signer).toBe('改了名的协会')
    expect(await keysOf(own)).toHaveLength(3)
  })

  test('one that was made in a transaction that failed is never used', async () => {
    const own = await startApp()
    onTestFinished(() => own.close())
    const failed = own.services.db.transaction(async db => {
      await currentKey({ ...ctxOf(own), db })
      throw new Error('whatever')
    })
    await expect(failed).rejects.toThrow('whatever')
    const { certificate: used } = await signerOf(own)
    expect(await keysOf(own)).toMatchObject([{ fingerprint: used!.fingerprint256 }])
  })
})

describe('the operator’s own key', () => {
  let folder: string
  let pems: SigningPems
  const withKey = () =>
    startApp({ env: { SIGNING_KEY: join(folder, 'key.pem'), SIGNING_CERTIFICATE: join(folder, 'chain.pem') } })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signing-'))
    pems = await makeSigningKey('由机构签发的协会', new Date())
    await writeFile(join(folder, 'key.pem'), pems.key)
    await writeFile(join(folder, 'chain.pem'), pems.certificates)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('is used instead; only its certificate is kept, so that its documents are known when it has been changed', async () => {
    const own = await withKey()
    onTestFinished(() => own.close())
    expect((await signerOf(own)).signer).toBe('由机构签发的协会')
    expect(await keysOf(own)).toMatchObject([{ name: '由机构签发的协会', keySealed: null }])
    const next = await makeSigningKey('由机构签发的协会', new Date())
    await writeFile(join(folder, 'key.pem'), next.key)
    await writeFile(join(folder, 'chain.pem'), next.certificates)
    const { certificate: used } = await signerOf(own)
    expect(used!.fingerprint256).toBe(new X509Certificate(next.certificates).fingerprint256)
    expect(await keysOf(own)).toHaveLength(2)
  })

  test('that does not fit is said plainly', async () => {
    await writeFile(join(folder, 'chain.pem'), pems.certificates)
    const own = await withKey()
    onTestFinished(() => own.close())
    await expect(currentKey(ctxOf(own))).rejects.toThrow(/签名密钥无法使用.*不是一对/)
  })
})

describe('anyone may have a file checked', () => {
  let issued: typeof certificate.$inferSelect
  let file: Buffer
  beforeAll(async () => {
    const rows = await site.services.db.select().from(certificate).where(eq(certificate.register, 'qualification'))
    issued = rows.find(({ validTo, status }) => status === 'valid' && validTo! > addDays(dayOf(new Date()), 200))!
    const { cookie } = await staffSession(site, 'admin')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const response = await site.app.inject({ url: `/api/staff/certificate/file?id=${issued.id}`, headers })
    expect(response.headers['content-type']).toBe('application/pdf')
    expect(response.headers['cache-control']).toContain('no-store')
    file = response.rawPayload
  })

  test('as the association gave it out, it is told so, with what the certificate is today', async () => {
    const { code, data } = await check(file)
    expect(code).toBe(200)
    expect(data).toMatchObject({
      verdict: 'own',
      signer: '全国锅炉与锅炉水处理行业协会',
      reason: `证书 ${issued.number}`,
      certificate: { certNo: issued.number, certStatus: 'valid', certStatusName: '有效' },
    })
    expect(Date.parse(data.signedAt)).toBeGreaterThan(Date.now() - 600_000)
    expect(data.certificate.verifyUrl).toBe(`http://site.test/admin/verify?token=${issued.token}`)
  })

  test('one byte changed, the page on which it is is named', async () => {
    const at = file.indexOf('stream', file.indexOf('/Contents')) + 40
    const { data } = await check(Buffer.from(file.with(900, file[900]! ^ 1).with(at, file[at]! ^ 1)))
    expect(data.findings.length).toBeGreaterThan(0)
    for (const finding of data.findings) expect(finding).toMatch(/改动过|对不上/)
  })

  test('an old file of a certificate that has been revoked since says that it is revoked', async () => {
    await site.services.db.update(certificate).set({ status: 'revoked' }).where(eq(certificate.id, issued.id))
    const { data } = await check(file)
    await site.services.db.update(certificate).set({ status: 'valid' }).where(eq(certificate.id, issued.id))
    expect(data).toMatchObject({ verdict: 'own', certificate: { certStatus: 'revoked', certStatusName: '已撤销' } })
  })

  test.each([
    ['changed since', () => Buffer.from(file.with(900, file[900]! ^ 1)), 'changed', '请勿采信'],
    ['with something behind', () => Buffer.concat([file, Buffer.from('\n% x')]), 'changed', '请勿采信'],
    ['signed by somebody of the same name', () => forged(), 'foreign', '不是本协会'],
    ['not signed', () => unsigned(), 'unsigned', '没有数字签名'],
  ] as [string, () => Buffer | Promise<Buffer>, string, string][])(
    '%s, it is told so, and nothing that it says of itself',
    async (_, make, verdict, words) => {
      const { data } = await check(await make())
      expect(data).toMatchObject({ verdict, reason: '', signedAt: null, certificate: null })
      expect(data.verdictName).toContain(words)
    },
  )

  test.each([
    ['no PDF', Buffer.from('证书'), '请选择 PDF 文件，或'],
    ['an empty file', Buffer.alloc(0), '请选择 PDF 文件，或'],
    ['more than 5 MB', Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(5 << 20)]), '不能超过 5 MB'],
  ])('%s is refused with a sentence', async (_, bytes, words) => {
    const { code, msg } = await check(bytes)
    expect(code).toBe(400)
    expect(msg).toContain(words)
  })

  test('who sends many files is slowed down', async () => {
    const address = newAddress()
    const codes = []
    for (let i = 0; i < 12; i++) codes.push((await check(unsigned(), address)).code)
    expect(codes).toEqual([...Array(10).fill(200), 429, 429])
  })

  test('and the certificate of the signature can be had, to be trusted', async () => {
    const { headers, body } = await site.app.inject('/api/cert/signing/certificate')
    expect(headers['content-disposition']).toContain('attachment')
    const { fingerprint256, subject } = new X509Certificate(body)
    expect(subject).toBe('CN=全国锅炉与锅炉水处理行业协会')
    expect((await verifyPdf(file)).certificate!.fingerprint256).toBe(fingerprint256)
    expect(body).not.toContain('PRIVATE')
  })
})

const forged = async () => {
  const key = openSigningKey(await makeSigningKey('全国锅炉与锅炉水处理行业协会', new Date()))
  return addSignature(sheet, key, { reason: '证书 甲-1', contact: 'http://site.test/admin/verify', at: new Date() })
}

test('only who looks after certificates may download one of another, and it is written down', async () => {
  const [of] = await site.services.db.select().from(certificate).limit(1)
  expect((await site.get('/staff/certificate/file', { id: of!.id })).status).toBe(401)
  const writer = await asStaff(site, 'editor')
  expect((await writer.get('/staff/certificate/file', { id: of!.id })).code).toBe(403)
  const admin = await asStaff(site, 'admin')
  expect(await admin.get('/staff/certificate/file', { id: 99_999_999 })).toMatchObject({ code: 404 })
  const { data } = await admin.get('/staff/audit/list', { action: 'certificate.download' })
  expect(data.list.length).toBeGreaterThan(0)
})
