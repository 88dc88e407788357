import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays } from '#lib/dates.ts'
import { daysAgo, detailOf, issued, setUpCertificateDesk, staff } from '#test/setups/certificateDesk.ts'
import { site, today } from '#test/setups/site.ts'
import { certificate } from '../server/tables.ts'

setUpCertificateDesk()

const DAYS = { validFrom: daysAgo(10), validTo: addDays(today, 500) }

test('a certificate says the scope and the days that it was issued for', async () => {
  const given = { scope: '额定出口压力 2.5 MPa 以下锅炉', ...DAYS }
  const of = await issued(30, given)
  expect(of).toMatchObject({ ...given, issuedOn: daysAgo(30) })
  expect((await site.get('/cert/verify', { number: of.number })).data).toMatchObject(given)
})

test('what replaces it has the level, number, scope and days that were given, and the rest of the old one', async () => {
  const old = await issued(90)
  const given = { levelCode: 'B', number: 'JL-换发-1', scope: '限 1.6 MPa 以下', ...DAYS }
  const asked = { id: old.id, seen: old.seen, issuedOn: daysAgo(2), reason: '降级', ...given }
  const { data } = await staff.post('/staff/certificate/replace', asked)
  expect(data.number).toBe('JL-换发-1')
  expect(await detailOf(data.id)).toMatchObject({
    ...DAYS,
    levelName: 'B级',
    scope: '限 1.6 MPa 以下',
    kindName: old.kindName,
    holderName: old.holderName,
  })
})

test('who holds the code on it may ask whether a name is right, and on which day it held', async () => {
  const [of] = await site.services.db.select().from(certificate).where(eq(certificate.register, 'personnel')).limit(1)
  const { token, holderName } = of!
  expect((await site.post('/cert/verify/name', { token, name: holderName })).data).toMatchObject({ matches: true })
  expect((await site.post('/cert/verify/name', { token, name: '别的人' })).data).toMatchObject({ matches: false })
})
