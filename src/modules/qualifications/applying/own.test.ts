import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate, certificateLookup } from '#modules/certificates/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'

setUpSite({ demo: true })

const today = dayOf(new Date())
type Row = { certId: number; certNo: string; certStatus: string; validTo: string; daysLeft: number; lookups30d: number }
const list = async (userName: string, query = {}) =>
  (await site.as(await signInAs(site, userName)).get('/member/qualification/list', query)).data as Row[]

test('a company sees its own certificates, published or not, the nearest end first', async () => {
  const { db } = site.services
  const [own] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
  const rows = await list('qingyuan')
  const [first] = rows
  expect(first).toMatchObject({ certStatus: 'expiring', childName: '锅炉化学清洗单位', levelName: 'A级' })
  expect(addDays(today, first!.daysLeft)).toBe(first!.validTo)
  expect(rows.map(({ validTo }) => validTo)).toEqual(rows.map(({ validTo }) => validTo).toSorted())
  await db.update(certificate).set({ publishedAt: null }).where(eq(certificate.id, first!.certId))
  expect((await list('qingyuan')).map(({ certNo }) => certNo)).toContain(first!.certNo)
  const owners = await db.select().from(certificate).where(eq(certificate.organisationId, own!.organisationId!))
  expect(rows).toHaveLength(owners.filter(({ register }) => ['qualification', 'award'].includes(register)).length)
})

test('it may ask for those in one state', async () => {
  expect(new Set((await list('qingyuan', { status: 'expiring' })).map(row => row.certStatus))).toEqual(
    new Set(['expiring']),
  )
  expect(await list('qingyuan', { status: 'revoked' })).toEqual([])
})

test('it learns how often a certificate was looked up in the last thirty days', async () => {
  const { db } = site.services
  const [{ certId, lookups30d } = {} as Row] = await list('qingyuan')
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const looked = (days: number) => ({ certificateId: certId, via: 'number' as const, at: ago(days) })
  await db.insert(certificateLookup).values([looked(1), looked(29), looked(31)])
  expect((await list('qingyuan'))[0]).toMatchObject({ certId, lookups30d: lookups30d + 2 })
})

test('a person sees the certificates that name this person, and who is nobody yet sees none', async () => {
  const { db } = site.services
  const [own] = await db.select().from(account).where(eq(account.userName, 'zhangwei'))
  const named = await db.select().from(certificate).where(eq(certificate.personId, own!.personId!))
  expect((await list('zhangwei')).map(({ certNo }) => certNo).toSorted()).toEqual(
    named
      .filter(({ register }) => ['personnel', 'award'].includes(register))
      .map(({ number }) => number)
      .toSorted(),
  )
  expect(await list('xinren')).toEqual([])
})
