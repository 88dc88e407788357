import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { certificate } from '#modules/certificates/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { participant } from '#modules/training/server/tables.ts'
import { companyOf, rowOf, setUpShortfalls, staff } from '#test/setups/qualifications/shortfalls.ts'
import { site, today } from '#test/setups/site.ts'
import { seatPeople, startClass } from '#test/support/classroom.ts'
import { qualificationCase, qualificationKind } from '../server/tables.ts'

setUpShortfalls()

const detailOf = async (id: number) => (await staff.get('/staff/certificate/detail', { id })).data
const act = async (id: number, action: string) => {
  const { seen } = await detailOf(id)
  return staff.post('/staff/certificate/act', { id, seen, action, effectiveOn: today, reason: '提供虚假材料' })
}
const certificateOf = async (personId: number) =>
  (await site.services.db.select().from(certificate).where(eq(certificate.personId, personId)))[0]!

test('whoever ends a certificate reads first whose company will lack somebody, and so it comes', async () => {
  const company = await companyOf(4)
  const [spare, needed] = await Promise.all(company.people.slice(0, 2).map(certificateOf))
  expect((await detailOf(spare!.id)).ifOver).toEqual([])
  expect((await act(spare!.id, 'revoked')).code).toBe(200)
  expect(await rowOf(company)).toBeUndefined()
  const { number } = await detailOf(company.certId)
  expect((await detailOf(needed!.id)).ifOver).toEqual([`${company.name} 的 ${number} 将缺 1 名持证人员`])
  expect((await act(needed!.id, 'suspended')).code).toBe(200)
  expect(await rowOf(company)).toMatchObject({ state: 'short' })
  expect((await detailOf(needed!.id)).ifOver).toEqual([])
})

test('and which applications and registrations rest on it', async () => {
  const company = await companyOf(4)
  const { db } = site.services
  const [kind] = await db.select().from(qualificationKind).where(eq(qualificationKind.code, 'FW02'))
  const about = { kind: 'qualification', accountId: company.accountId, title: '换证', stateSince: new Date() }
  for (const [number, state] of [
    ['ZZ2040-000001', 'submitted'],
    ['ZZ2040-000002', 'withdrawn'],
  ] as const) {
    const [of] = await db
      .insert(application)
      .values({ ...about, number, state })
      .returning()
    await db
      .insert(qualificationCase)
      .values({ applicationId: of!.id, type: 'renewal', kindId: kind!.id, certificateId: company.certId })
  }
  expect((await detailOf(company.certId)).ifOver).toEqual([
    expect.stringMatching(/^.+申请 ZZ2040-000001（.+）以这张证书为依据$/),
  ])

  const own = await certificateOf(company.people[0]!)
  const course = await startClass(site, { title: '清洗人员换证班' })
  const order = await seatPeople(site, course.id, [{ name: '程换证' }])
  await db.update(participant).set({ oldCertificate: own.number }).where(eq(participant.id, order.people[0]!))
  expect((await detailOf(own.id)).ifOver).toEqual([
    `程换证在“清洗人员换证班”的报名 ${order.number} 要换的就是这张证书，届时不能换证`,
  ])
})
