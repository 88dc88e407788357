import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { readCodes } from '#lib/server/documents/qr.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newCreditCode, staffSession, staffWith } from '#test/support/make.ts'
import { invitation } from './server/tables.ts'

setUpSite()

test('letters are one page a company, with the address in the window and a code that opens the link', async () => {
  const { db, encryption } = site.services
  const of = (name: string, postcode: string) => {
    return {
      name,
      creditCode: newCreditCode(),
      provinceCode: '320000',
      city: '苏州市',
      address: '演示路 1 号',
      postcode,
    }
  }
  await db.insert(organisation).values([of('第二家机电有限公司', '310000'), of('第一家机电有限公司', '215000')])
  const cookie = await staffSession(site, await staffWith(site, ['admin']))
  const sent = await site.as(cookie).post('/staff/invitation/send', { members: 'all', way: 'letter' })
  expect(sent.data).toMatchObject({ made: 2, ways: { letter: 2 } })
  const rows = await db.select().from(invitation).orderBy(invitation.id)
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/staff/invitation/letters',
    headers: { ...cookie, 'sec-fetch-site': 'same-origin' },
    payload: { ids: rows.map(({ id }) => id) },
  })
  expect(response.headers['content-type']).toBe('application/pdf')
  const { list } = (await site.as(cookie).get('/staff/invitation/list')).data
  const today = dayOf(new Date())
  expect(list.map(({ printedAt }: { printedAt: string }) => printedAt.slice(0, 10))).toEqual([today, today])
  const pdf = response.rawPayload
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS }).promise
  expect(document.numPages).toBe(2)
  const { items } = await (await document.getPage(1)).getTextContent()
  const address = items.find(item => 'str' in item && item.str.includes('第一家机电有限公司'))
  if (!address || !('transform' in address)) throw new Error('the first letter is not to the first company')
  // Position in mm from the left and from the top of A4.
  const [x, y] = [address.transform[4] / 2.835, (842 - address.transform[5]) / 2.835]
  expect(x).toBeGreaterThanOrEqual(19)
  expect(y).toBeGreaterThan(45)
  expect(y).toBeLessThan(90)
  const folder = await mkdtemp(join(tmpdir(), 'letters-'))
  await writeFile(join(folder, 'letters.pdf'), pdf)
  const codes = await readCodes(join(folder, 'letters.pdf'), 'application/pdf')
  await rm(folder, { recursive: true })
  const links = rows.map(
    ({ tokenSealed }) => `${site.services.config.publicUrl}/invite#${encryption.decrypt(tokenSealed!)}`,
  )
  expect(codes.toSorted()).toEqual(links.toSorted())
})
