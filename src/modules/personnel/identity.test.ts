import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { certificate, certificateLookup } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { newAddress, solvedCaptcha } from '#test/support/make.ts'

setUpSite({ demo: true })

/** A demo person with public certificates. */
let known: { personId: number; name: string; idNo: string; numbers: string[] }
const isPublic = and(eq(certificate.register, 'personnel'), isNotNull(certificate.publishedAt))
beforeAll(async () => {
  const { db, encryption } = site.services
  const [of] = await db
    .select({ personId: person.id, name: person.name, sealed: person.idNumberSealed })
    .from(certificate)
    .innerJoin(person, eq(person.id, certificate.personId))
    .where(isPublic)
    .orderBy(desc(certificate.issuedOn))
    .limit(1)
  const numbers = await db
    .select({ number: certificate.number })
    .from(certificate)
    .where(and(eq(certificate.personId, of!.personId), isPublic))
  known = {
    personId: of!.personId,
    name: of!.name,
    idNo: encryption.decrypt(of!.sealed!),
    numbers: numbers.map(({ number }) => number).sort(),
  }
})

const ask = async (sent: object, address = newAddress()) =>
  site.from(address).post('/cert/query', { ...(await solvedCaptcha(site, address)), ...sent })
const lookups = () => site.services.db.$count(certificateLookup, eq(certificateLookup.via, 'identity'))

test('who knows name and identity number sees the certificates with the whole name, however both are typed', async () => {
  const before = await lookups()
  const { name, idNo, numbers } = known
  const { data } = await ask({ name, idNo })
  expect(data.list.map(({ certNo }: { certNo: string }) => certNo).sort()).toEqual(numbers)
  expect(data.list[0]).toMatchObject({ name, memberId: expect.any(Number), certStatusName: expect.any(String) })
  expect(JSON.stringify(data)).not.toContain(idNo)
  const typed = { name: ` ${name} `, idNo: ` ${idNo.slice(0, 6)} ${idNo.slice(6).toLowerCase()}` }
  expect((await ask(typed)).data.list).toHaveLength(numbers.length)
  expect(await lookups()).toBe(before + 2 * numbers.length)
})

test('one that does not fit finds nothing, in the same words, and is not written down', async () => {
  const before = await lookups()
  const { name, idNo } = known
  const nobody = { code: 200, data: { list: [] } }
  expect(await ask({ name: `${name}某`, idNo })).toMatchObject(nobody)
  expect(await ask({ name, idNo: '110000198504120039' })).toMatchObject(nobody)
  expect(await ask({ name, idNo, kindId: 99_999 })).toMatchObject(nobody)
  expect(await ask({ name, idNo: idNo.slice(0, -1) })).toMatchObject(nobody)
  expect(await lookups()).toBe(before)
})

test('who did not agree to be shown is found by nobody', async () => {
  const { db } = site.services
  await db.update(certificate).set({ publishedAt: null }).where(eq(certificate.personId, known.personId))
  expect((await ask(known)).data.list).toEqual([])
})

test('a question has to be answered, and nobody tries pairs until one fits', async () => {
  const { name, idNo } = known
  expect(await site.from(newAddress()).post('/cert/query', { name, idNo })).toMatchObject({
    code: 400,
    data: { fields: { captcha: expect.any(String) } },
  })
  const address = newAddress()
  const codes: number[] = []
  for (let n = 0; n < 11; n++) codes.push((await ask({ name: '无此人', idNo }, address)).code)
  expect([codes.slice(0, 10).every(code => code === 200), codes.at(-1)]).toEqual([true, 429])
  expect((await ask({ name, idNo })).code).toBe(200)
})
