import { eq } from 'drizzle-orm'
import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { setUpUploading, site } from '#test/setups/uploading.ts'
import { slowPdf } from '#test/support/hostileFiles.ts'
import { signUp } from '#test/support/make.ts'
import { runsAll } from '#test/support/night.ts'
import { until } from '#test/support/site.ts'
import { codesIn, codesRow, upload } from '#test/support/uploads.ts'
import { readUnreadCodes } from './server/fileCodes.ts'
import { file } from './server/tables.ts'

setUpUploading()

test.runIf(runsAll)('whoever sends PDFs that take long to read keeps nobody else waiting', async () => {
  const hostile = { headers: { token: (await signUp(site)).token } }
  const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => upload(site, slowPdf(`${i}`), hostile)))
  for (const { code } of sent) expect(code).toBe(200)
  const other = { name: 'scan.png', headers: { token: (await signUp(site)).token } }
  const { code, data } = await upload(site, await QRCode.toBuffer('一', { width: 100 }), other)
  expect(code).toBe(200)
  const isWaiting = async () => {
    const rows = await Promise.all(sent.map(({ data }) => codesRow(site, data.id)))
    return rows.some(({ codesTries }) => codesTries === 0)
  }
  expect(await isWaiting()).toBe(true)
  expect(await codesIn(site, data.id)).toEqual(['一'])
  expect(await isWaiting()).toBe(true)
})

test.runIf(runsAll)(
  'what could not be read after the upload is tried once more by the job, and then given up',
  async () => {
    const { data } = await upload(site, slowPdf(), { headers: { token: (await signUp(site)).token } })
    await until(async () => (await codesRow(site, data.id)).codesTries === 1, 150_000)
    expect(await codesRow(site, data.id)).toEqual({ codes: [], codesReadAt: null, codesTries: 1 })
    await readUnreadCodes(site.ctx())
    expect(await codesRow(site, data.id)).toEqual({ codes: [], codesReadAt: expect.any(Date), codesTries: 2 })
  },
  200_000,
)

test('the job reads what was not read when the program ended', async () => {
  const { services, ctx } = site
  const { data } = await upload(site, await QRCode.toBuffer('二', { width: 100 }), {
    name: 'scan.png',
    headers: { token: (await signUp(site)).token },
  })
  await codesIn(site, data.id)
  await services.db.update(file).set({ codes: [], codesReadAt: null, codesTries: 0 }).where(eq(file.id, data.id))
  await readUnreadCodes(ctx())
  expect((await codesRow(site, data.id)).codes).toEqual(['二'])
})
