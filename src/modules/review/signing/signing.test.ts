import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { clerkOf } from '#test/setups/clerks.ts'
import {
  allow,
  type Company,
  confirmationState,
  handInNow,
  prepared,
  upload,
} from '#test/setups/membership/confirming.ts'
import { decide, reviewer } from '#test/setups/membership/joining.ts'
import {
  atService,
  begin,
  begun,
  flowsOf,
  serviceAnswers,
  setUpSigning,
  tell,
  wordOf,
} from '#test/setups/membership/signing.ts'
import { site } from '#test/setups/site.ts'
import { textOf } from '#test/support/pdfText.ts'
import { advanceDueFlows } from './server/flowProgress.ts'

setUpSigning()
beforeAll(async () => {
  expect((await allow(['provider', 'paper'])).code).toBe(200)
})

/** Runs the job as if an hour had passed. */
const clock = () => advanceDueFlows(site.ctx(new Date(Date.now() + 3_700_000)))
const signing = async (of: Company) => (await confirmationState(of)).signing
/** Signed at the service, and told. */
async function signedBy(company: Company): Promise<string> {
  const flow = await begun(company)
  await atService(flow, 'sign')
  expect(await tell(await wordOf(flow))).toMatchObject({ status: 200 })
  return flow
}
const bytesOf = async (of: Company, fileId: number) =>
  (await site.app.inject({ url: `/api/file/${fileId}?download=1`, headers: { token: of.token } })).rawPayload
/** Reads the PDF that was sent for signing. */
async function givenIn(fileId: number): Promise<Buffer> {
  const [row] = await site.services.db.select().from(file).where(eq(file.id, fileId))
  return Buffer.concat(await Array.fromAsync(await site.services.store.open(row!.key)))
}

describe('a company that signs at the service', () => {
  let company: Company
  let flow: string
  beforeAll(async () => {
    company = await prepared()
  })

  test('is sent there by its owner, a clerk is not; asked for twice it is one flow', async () => {
    expect(await confirmationState(company)).toMatchObject({ isOpen: true, maySign: true, signing: null, asked: null })
    expect((await handInNow(company)).data.fields.stampedForm).toBe('请由负责人电子签章，或上传盖章申请表')
    const clerk = { ...company, api: (await clerkOf(company, ['all'])).api }
    expect(await confirmationState(clerk)).toMatchObject({ isOpen: true, maySign: false })
    expect(await begin(clerk)).toMatchObject({ code: 403 })
    flow = await begun(company)
    expect(await begun(company)).toBe(flow)
    expect(await signing(company)).toMatchObject({
      state: 'signing',
      stateName: '等待签章',
      link: expect.stringContaining(`/sign/${flow}`),
      signatory: company.orgName,
      endedAt: null,
      changed: [],
    })
    expect(await signing(clerk)).toMatchObject({ state: 'signing', link: '' })
  })

  test('is asked anew where something was changed meanwhile; the former flow counts no more', async () => {
    await upload(company, '新的执照.png')
    expect((await signing(company)).changed.join()).toContain('新的执照.png')
    const former = flow
    flow = await begun(company)
    expect(flow).not.toBe(former)
    await atService(former, 'sign')
    expect(await tell(await wordOf(former))).toMatchObject({ status: 422, message: '已由新的一次代替，不能再说已签章' })
  })

  test('has its signed form kept, and handed in in place of the paper', async () => {
    await atService(flow, 'sign')
    expect(await tell(await wordOf(flow))).toMatchObject({ status: 200 })
    expect(await signing(company)).toMatchObject({
      state: 'kept',
      stateName: '已电子签章',
      link: '',
      problem: '',
      endedAt: expect.any(String),
      changed: [],
    })
    expect(await begin(company)).toMatchObject({ code: 409, msg: '已电子签章，内容没有改动，不必再签' })
    expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
    // A second click sends what the page shows, which is not the signed form.
    const files = [{ slot: 'licence', fileId: (await flowsOf(company)).at(-1)!.files[0]!.fileId }]
    expect(
      await company.api.post('/member/apply2Submit', { applyId: company.id, files, action: 'submit' }),
    ).toMatchObject({ code: 200, data: { status: 'checking' } })
    const { data } = await reviewer.get('/staff/review/detail', { id: company.id })
    const paper = data.materials.find(({ slot }: { slot: string }) => slot === 'stampedForm')
    expect(paper).toMatchObject({ match: 'current', signature: { by: company.orgName }, files: [{ ext: 'pdf' }] })
    expect(paper.files[0].name).toContain(`${company.orgName}电子签章`)
  })

  test('has signed our bytes with its own certificate, the digests of its files among them', async () => {
    const row = (await flowsOf(company)).at(-1)!
    const [given, pdf] = [await givenIn(row.fileId), await bytesOf(company, row.signedFileId!)]
    expect(pdf.subarray(0, given.length).equals(given)).toBe(true)
    expect(await verifyPdf(pdf)).toMatchObject({ intact: true, signer: company.orgName })
    const text = (await textOf(pdf)).replaceAll(/[\u200b\s]/g, '')
    expect(text).toContain(row.files[0]!.sha256.slice(0, 20))
    expect(text).not.toContain('盖章处')
  })

  // Empty: the run of all tests has looked for it in vain.
  test.skipIf(process.env.PDFSIG === '')('pdfsig finds the signature valid', async () => {
    const row = (await flowsOf(company)).at(-1)!
    const folder = await mkdtemp(join(tmpdir(), 'signed-'))
    const path = join(folder, 'signed.pdf')
    await writeFile(path, await bytesOf(company, row.signedFileId!))
    const said = execFileSync(process.env.PDFSIG ?? 'pdfsig', ['-nocert', path], { encoding: 'utf8', stdio: 'pipe' })
    await rm(folder, { recursive: true })
    expect(said).toContain('Signature Validation: Signature is Valid.')
    expect(said).toContain(company.orgName)
  })

  test('signs anew what it changes after a return', async () => {
    const remarks = [{ slot: 'licence', text: '执照不清楚' }]
    expect((await decide(reviewer, company.id, 'return', { opinion: '请补正', remarks })).code).toBe(200)
    await upload(company, '清楚的执照.png')
    expect((await handInNow(company)).data.fields.stampedForm).toMatch(
      /签章以后有改动：.*清楚的执照\.png.*重新电子签章/,
    )
    await signedBy(company)
    expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
  })
})

describe('a flow', () => {
  test('that is refused or is over in time says so, and may be begun again', async () => {
    const company = await prepared()
    const refused = await begun(company)
    await atService(refused, 'refuse')
    expect(await tell(await wordOf(refused))).toMatchObject({ status: 200 })
    expect(await signing(company)).toMatchObject({
      state: 'refused',
      stateName: '已拒签',
      problem: '法定代表人不同意签署',
    })
    const word = { ...(await wordOf(refused)), state: 'signed', signed: { size: 9, sha256: '2'.repeat(64) } }
    expect(await tell(word)).toMatchObject({ status: 422, message: '已拒签，不能再说已签章' })
    const expired = await begun(company)
    await atService(expired, 'expire')
    expect(await tell(await wordOf(expired))).toMatchObject({ status: 200 })
    expect(await signing(company)).toMatchObject({ state: 'expired', stateName: '签章超时' })
    await signedBy(company)
    expect(await handInNow(company)).toMatchObject({ data: { status: 'checking' } })
  })

  test('whose notice was lost is found by the clock', async () => {
    const company = await prepared()
    await atService(await begun(company), 'sign')
    expect(await signing(company)).toMatchObject({ state: 'signing' })
    await clock()
    expect(await signing(company)).toMatchObject({ state: 'kept' })
  })

  test('that the service did not hear of is sent by the clock, once', async () => {
    const company = await prepared()
    await serviceAnswers(false)
    const flow = await begun(company)
    expect(await signing(company)).toMatchObject({
      state: 'sending',
      problem: '电子签章服务没有应答，稍后自动再问',
    })
    await serviceAnswers(true)
    await clock()
    await clock()
    expect(await signing(company)).toMatchObject({ state: 'signing', problem: '', link: expect.stringContaining(flow) })
    expect(await flowsOf(company)).toHaveLength(1)
  })

  test('that the service will not begin says why', async () => {
    const company = await prepared()
    await site.services.db.update(account).set({ creditCode: null }).where(eq(account.id, company.accountId))
    await begun(company)
    expect(await signing(company)).toMatchObject({
      state: 'failed',
      problem: '没有统一社会信用代码，无法实名认证',
      endedAt: expect.any(String),
    })
  })

  test.each([
    ['of another document', 'other', '签章的不是送签的文件'],
    ['by another company', 'stranger', /^签章人是“别的单位”，不是申请单位“.+”$/],
    ['with a certificate of nobody known', 'unknown', '签章人的证书不是协会认可的机构签发的'],
    ['changed after it was signed', 'changed', '签名不完整，或签名后文件有改动'],
    ['added to after it was signed', 'added', '签名不完整，或签名后文件有改动'],
    ['without a signature', 'unsigned', '文件上没有数字签名'],
  ] as const)('that comes back %s is of no use, and is not handed in', async (_, act, problem) => {
    const company = await prepared()
    const flow = await begun(company)
    await atService(flow, act)
    expect(await tell(await wordOf(flow))).toMatchObject({ status: 200 })
    expect(await signing(company)).toMatchObject({
      state: 'failed',
      stateName: '签章无效',
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    })
    expect(await handInNow(company)).toMatchObject({ code: 400 })
  })
})
