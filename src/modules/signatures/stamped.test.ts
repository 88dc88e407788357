import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ContentInfo, SignedData } from 'pkijs'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signatureIn, timeStampIn } from '#lib/server/documents/cms.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { makeSigningKey } from '#lib/server/documents/signingKey.ts'
import { readConfig } from '#lib/server/process/config.ts'
import { startStandIns } from '#stand-ins/start.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { signPdf } from './server/signing.ts'

let folder: string
let services: Awaited<ReturnType<typeof startStandIns>>
let site: Site
let paper: Buffer
let now = new Date()
/** Beyond the pause that a service without an answer is given. */
const NEXT = () => (now = new Date(now.getTime() + 61_000))
const sign = (at = now) => signPdf(site.ctx(at), toPdf('#set text(font: "Noto Sans SC")\n证书', {}, 'a-2a'), '试签')
const behave = (how: string) => fetch(`${services.origin}/timestamp/behave/${how}`, { method: 'POST' })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stamped-'))
  services = await startStandIns({ port: 0, site: 'http://site.test', folder })
  site = await startApp({ env: services.settings })
  paper = await sign()
})
afterAll(async () => {
  await site.close()
  await services.close()
  await rm(folder, { recursive: true })
})

const cmsOf = (pdf: Buffer) =>
  new SignedData({
    schema: ContentInfo.fromBER(Buffer.from(/\/Contents <([0-9a-f]+)>/.exec(pdf.toString('latin1'))![1]!, 'hex'))
      .content,
  })

describe('a paper of the association', () => {
  test('carries a time stamp of somebody else’s clock', async () => {
    const { intact, stamp } = await verifyPdf(paper)
    expect(intact).toBe(true)
    expect(stamp!.by).toBe('时间戳替身')
    expect(Math.abs(stamp!.at.getTime() - Date.now())).toBeLessThan(600_000)
  })

  test('openssl finds the stamp good for this signature, and for no other', async () => {
    const signed = cmsOf(paper)
    const [token, data, other] = ['token', 'data', 'other'].map(name => join(folder, name)) as [string, string, string]
    await writeFile(token, timeStampIn(signed)!)
    await writeFile(data, signatureIn(signed))
    const changed = signatureIn(signed)
    changed[0]! ^= 1
    await writeFile(other, changed)
    const verify = (of: string) =>
      execFileSync(
        'openssl',
        ['ts', '-verify', '-in', token, '-token_in', '-data', of, '-CAfile', services.settings.TSA_AUTHORITY!],
        { encoding: 'utf8', stdio: 'pipe' },
      )
    expect(verify(data)).toContain('Verification: OK')
    expect(() => verify(other)).toThrow(/imprint mismatch/)
  })

  test('holds what the authority of the stamp said of its certificate, within what is signed', () => {
    const text = paper.toString('latin1')
    expect(text).toMatch(/\/DSS << \/Certs \[.+\] \/OCSPs \[.+\] >>/)
    expect(text.lastIndexOf('/DSS')).toBeLessThan(text.length)
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
  })

  // Empty: the run of all tests has looked for it in vain.
  test.skipIf(process.env.PDFSIG === '')('pdfsig finds the signature valid, and not so after one byte', async () => {
    const [whole, changed] = [join(folder, 'whole.pdf'), join(folder, 'changed.pdf')]
    await writeFile(whole, paper)
    await writeFile(changed, paper.with(900, paper[900]! ^ 1))
    const check = (path: string) =>
      execFileSync(process.env.PDFSIG ?? 'pdfsig', ['-nocert', path], { encoding: 'utf8', stdio: 'pipe' })
    const said = check(whole)
    expect(said).toContain('Signature Type: ETSI.CAdES.detached')
    expect(said).toContain('Total document signed')
    expect(said).toContain('Signature Validation: Signature is Valid.')
    expect(check(changed)).toContain('Digest Mismatch')
  })
})

test('whoever checks the paper is told by whose clock it was signed, and by which certificate', async () => {
  const form = new FormData()
  form.append('file', new File([paper as BlobPart], '证书.pdf'))
  const answer = (await site.app.inject({ method: 'POST', url: '/api/cert/verify/file', payload: form })).json()
  expect(answer.data).toMatchObject({
    verdict: 'own',
    stamp: { at: expect.stringMatching(/^\d{4}-/), by: '时间戳替身' },
    signedWith: {
      issuer: '行业协会',
      serialNumber: expect.stringMatching(/^[0-9A-F]{20,}$/),
      validFrom: expect.stringMatching(/^\d{4}-/),
      validTo: expect.stringMatching(/^\d{4}-/),
    },
  })
})

describe('a time stamp service that', () => {
  afterEach(() => behave('normal'))
  test.each([
    ['does not answer', 'silent'],
    ['refuses', 'refusing'],
    ['stamps other bytes', 'other'],
    ['says once more what it said before', 'stale'],
    ['signs with another key', 'forged'],
  ])('%s holds no paper up: it goes out without a stamp, and the next one has one again', async (_, how) => {
    await behave(how)
    const { intact, stamp } = await verifyPdf(await sign(NEXT()))
    expect({ intact, stamp }).toEqual({ intact: true, stamp: null })
    // The service is not asked again within the minute.
    await behave('normal')
    expect((await verifyPdf(await sign(now))).stamp).toBeNull()
    expect((await verifyPdf(await sign(NEXT()))).stamp?.by).toBe('时间戳替身')
  })

  test('for whose certificate nobody vouches whom the operator named, is not believed', async () => {
    const path = join(folder, 'other.pem')
    await writeFile(path, (await makeSigningKey('另一家', new Date())).certificates)
    const other = await startApp({ env: { TSA_URL: `${services.settings.TSA_URL}?other`, TSA_AUTHORITY: path } })
    onTestFinished(() => other.close())
    const pdf = await signPdf(other.ctx(), toPdf('x', {}), '试签')
    expect((await verifyPdf(pdf)).stamp).toBeNull()
  })
})

test('a file that is no certificate is named when the program starts', () => {
  const env = { TSA_URL: 'https://tsa.example.com', TSA_AUTHORITY: '/nowhere.pem' }
  expect(() => readConfig(env)).toThrow('TSA_AUTHORITY 所指的文件 /nowhere.pem 不存在')
  expect(() => readConfig({ TSA_AUTHORITY: '/nowhere.pem' })).toThrow('还需要设置 TSA_URL')
})
