import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drawSheet, readSheet } from '#test/setups/sheets.ts'
import { setUpSite, setUpStaff, site, today } from '#test/setups/site.ts'
import { certificatePdf } from '../documents/server/certificateFile.ts'
import type { Certificate } from '../server/register.ts'
import { certificate } from '../server/tables.ts'

setUpSite({ demo: true })
const admin = setUpStaff('admin')

/** Returns the PDF of a valid certificate, which has no mark across it. */
async function paperOf(register: Certificate['register']): Promise<Buffer> {
  const lasts = or(gt(certificate.validTo, today), isNull(certificate.validTo))
  const isValid = and(eq(certificate.register, register), eq(certificate.status, 'valid'), lasts)
  const [of] = await site.services.db.select().from(certificate).where(isValid).orderBy(certificate.id).limit(1)
  return certificatePdf(site.ctx(), of!)
}

const isSealRed = (red: number, green: number, blue: number) => red > 200 && green < 55 && blue < 60

test.each([
  ['qualification', '能力评价证书'],
  ['personnel', '人员证书'],
  ['membership', '会员证书'],
] as const)('the demo association seals a %s certificate where its design says', async (register, title) => {
  const paper = await paperOf(register)
  const { text, pages } = await readSheet(paper)
  expect(text).toContain(title)
  expect(text).not.toContain('盖章处')
  expect(pages).toBe(1)
  const { list } = (await admin.get('/staff/record/list', { type: 'certificateDesign' })).data
  const { sealX, sealY, sealSize } = list.find(({ name }: { name: string }) => name === title).values
  const box = (await drawSheet(paper)).boxOf(isSealRed)
  for (const [is, wanted] of [
    [box.left, sealX],
    [box.top, sealY],
    [box.right, sealX + sealSize],
    [box.bottom, sealY + sealSize],
  ])
    expect(Math.abs(is - wanted)).toBeLessThan(0.6)
})

test('an award, which is framed, it seals by hand', async () => {
  expect((await readSheet(await paperOf('award'))).text).toContain('（盖章处）')
})

test('and nobody reads the picture of its seal but who may change it', async () => {
  const { seal } = (await admin.get('/staff/seal')).data.values
  expect(seal).toEqual(expect.any(Number))
  expect(await site.get(`/file/${seal}`)).toMatchObject({ code: 404 })
})
