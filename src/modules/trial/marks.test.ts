import { isNotNull } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { noteOperation, operation } from '#lib/server/process/operation.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { staffSession } from '#test/support/make.ts'
import { textOf } from '#test/support/pdfText.ts'

setUpSite({ demo: true })

const LIVE = operation()
const beginTrial = () => noteOperation({ ...LIVE, isTrial: true })
afterEach(() => noteOperation(LIVE))

const someCertificate = async () =>
  (await site.services.db.select().from(certificate).where(isNotNull(certificate.publishedAt)).limit(1))[0]!
const slipOf = async (number: string) => {
  const { rawPayload } = await site.app.inject(`/api/cert/verify/slip?number=${encodeURIComponent(number)}`)
  return textOf(rawPayload)
}

test('a paper of a trial says so across the page, and one of the live site does not', async () => {
  const { number } = await someCertificate()
  beginTrial()
  expect(await slipOf(number)).toContain('试用样本')
  noteOperation(LIVE)
  expect(await slipOf(number)).not.toContain('试用样本')
})

test('a certificate of a trial carries the mark, and goes out as no credential, on which nothing could say so', async () => {
  const { id, number } = await someCertificate()
  const headers = await staffSession(site, 'admin')
  const sheet = async () =>
    textOf((await site.app.inject({ url: `/api/staff/certificate/file?id=${id}`, headers })).rawPayload)
  expect(await sheet()).not.toContain('试用样本')
  beginTrial()
  expect(await sheet()).toContain('试用样本')
  expect(await site.get('/cert/credential', { number })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('试用'),
  })
})
