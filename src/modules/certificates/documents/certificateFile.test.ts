import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longDay } from '#lib/dates.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { verifyPdf } from '#lib/server/documents/signatureReader.ts'
import { company as checked, daysAgo, now } from '#test/setups/certificateChecks.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '../server/register.ts'
import { certificate } from '../server/tables.ts'
import { certificatePdf } from './server/certificateFile.ts'

let site: Site
let folder: string
beforeAll(async () => {
  site = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'certificate-'))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})
const ctx = () => site.ctx(now)

const company: NewCertificate = { ...checked, number: 'CBWA-QX01-A-2024-0001', issuer: '全国演示锅炉协会' }
let count = 1
async function issue(change: Partial<NewCertificate> = {}) {
  count++
  const [entered] = await enterCertificates({ db: site.services.db, now }, [
    { ...company, number: `CBWA-QX01-A-2024-${String(count).padStart(4, '0')}`, ...change },
  ])
  return entered!.id
}
async function pdfOf(id: number): Promise<Buffer> {
  const [of] = await site.services.db.select().from(certificate).where(eq(certificate.id, id))
  const pdf = await certificatePdf(ctx(), of!)
  if (process.env.KEEP) await writeFile(join(process.env.KEEP, `${id}.pdf`), pdf)
  return pdf
}

async function read(pdf: Buffer) {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  const texts = items.flatMap(item => ('str' in item && item.str.trim() ? item : []))
  return {
    text: texts
      .map(({ str }) => str)
      .join('')
      .replace(/\s/g, ''),
    pages: document.numPages,
    rightmost: Math.max(...texts.map(({ transform, width }) => transform[4] + width)),
    lowest: Math.min(...texts.map(({ transform }) => transform[5])),
    info: (await document.getMetadata()).info as Record<string, string>,
  }
}

describe('the file of a certificate', () => {
  test('says all that the certificate says, in words that can be selected, and its code leads to the check', async () => {
    const old = await issue()
    const id = await issue({ replacesId: old })
    const pdf = await pdfOf(id)
    const { text, pages, info } = await read(pdf)
    const dates = [longDay(company.issuedOn), `${longDay(company.validFrom)}至${longDay(company.validTo!)}`]
    for (const words of [
      '能力评价证书',
      company.holderName,
      company.creditCode!,
      '清洗类·锅炉化学清洗单位',
      'A级',
      company.scope,
      'CBWA-QX01-A-2024-0003',
      'CBWA-QX01-A-2024-0002',
      '不作为行政许可',
      '数字签名',
      ...dates,
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('本证书已')
    expect(pages).toBe(1)
    expect(info).toMatchObject({ Title: '能力评价证书 CBWA-QX01-A-2024-0003', Author: company.issuer })
    await writeFile(join(folder, 'a.pdf'), pdf)
    const [code] = await readCodes(join(folder, 'a.pdf'), 'application/pdf')
    const token = new URL(code!).searchParams.get('token')!
    expect((await site.get('/cert/verify', { token })).data.certNo).toBe('CBWA-QX01-A-2024-0003')
  })

  test('is signed by the association, and every font is in it', async () => {
    const pdf = await pdfOf(await issue())
    expect(await verifyPdf(pdf)).toMatchObject({ intact: true, signer: '行业协会', reason: /^证书 CBWA/ })
    const fonts = pdf.toString('latin1').match(/\/Type \/FontDescriptor[\s\S]*?>>/g)!
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts) expect(font).toMatch(/\/FontFile[23]? /)
  })

  test('a person’s says the whole name, and where the person worked', async () => {
    const id = await issue({
      register: 'personnel',
      number: 'HQ1-2024-32-00018',
      holderName: '䶮赟·买买提',
      creditCode: null,
      groupName: '化学清洗人员',
      kindName: '清洗项目负责人',
      levelName: '',
      levelCode: '',
      scope: '',
    })
    const { text } = await read(await pdfOf(id))
    for (const words of ['人员证书', '䶮赟·买买提', `发证时所在单位${company.organisationName}`])
      expect(text).toContain(words)
    expect(text).not.toContain('级别')
  })

  test('that was changed and given out again says when, and one from before says that it is an old one', async () => {
    const id = await issue({ source: 'legacy' })
    const writing = { db: site.services.db, now }
    await recordEvent(writing, id, { kind: 'changed', effectiveOn: daysAgo(30), reason: '单位更名' })
    await recordEvent(writing, id, { kind: 'reissued', effectiveOn: daysAgo(3), reason: '遗失' })
    const { text } = await read(await pdfOf(id))
    expect(text).toContain(`变更日期${longDay(daysAgo(30))}补发日期${longDay(daysAgo(3))}`)
    expect(text).toContain('历史证书')
  })

  test.each([
    [
      '500 characters of scope',
      { scope: '额定蒸汽压力小于等于三点八兆帕的蒸汽锅炉、热水锅炉；'.repeat(19).slice(0, 500) },
    ],
    ['500 characters without a place to break', { scope: 'W'.repeat(500) }],
    ['a name of 100 characters', { holderName: '新疆维吾尔自治区锅炉压力容器水处理技术服务（集团）'.repeat(4) }],
    ['an issuer of 60 characters', { issuer: '全国锅炉与锅炉水处理行业协会'.repeat(4) }],
  ] as [string, Partial<NewCertificate>][])('has room for %s', async (_, change) => {
    const { text, pages, rightmost, lowest } = await read(await pdfOf(await issue(change)))
    expect(text).toContain(String(Object.values(change)[0]).slice(-6))
    expect(pages).toBe(1)
    expect(rightmost).toBeLessThan(842 - 56)
    expect(lowest).toBeGreaterThan(45)
  })
})

describe('nobody shows an old file as a valid certificate: across it stands', () => {
  test.each([
    ['suspended', '本证书已暂停'],
    ['revoked', '本证书已撤销'],
    ['cancelled', '本证书已注销'],
  ] as const)('that it is %s, and since when', async (kind, words) => {
    const id = await issue()
    await recordEvent({ db: site.services.db, now }, id, { kind, effectiveOn: daysAgo(7), reason: '经查实' })
    expect((await read(await pdfOf(id))).text).toContain(`${words}自${longDay(daysAgo(7))}起`)
  })

  test('by which one it was replaced', async () => {
    const id = await issue()
    const next = await issue({ replacesId: id })
    await recordEvent({ db: site.services.db, now }, id, { kind: 'replaced', effectiveOn: daysAgo(1), reason: '升级' })
    const [of] = await site.services.db.select().from(certificate).where(eq(certificate.id, next))
    expect((await read(await pdfOf(id))).text).toContain(
      `本证书已被替代自${longDay(daysAgo(1))}起，由${of!.number}替代`,
    )
  })

  test('that it is over', async () => {
    const id = await issue({ validTo: daysAgo(1) })
    expect((await read(await pdfOf(id))).text).toContain(`本证书已过期有效期至${longDay(daysAgo(1))}`)
  })

  test('nothing while it is valid again', async () => {
    const id = await issue()
    const writing = { db: site.services.db, now }
    await recordEvent(writing, id, { kind: 'suspended', effectiveOn: daysAgo(9), reason: '校准到期' })
    await recordEvent(writing, id, { kind: 'resumed', effectiveOn: daysAgo(8), reason: '整改完成' })
    expect((await read(await pdfOf(id))).text).not.toContain('本证书已')
  })
})
