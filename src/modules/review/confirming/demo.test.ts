import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { allowFor, codeOf, confirmWith } from '#test/setups/membership/confirming.ts'
import { setUpJoining } from '#test/setups/membership/joining.ts'
import { site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'

setUpJoining()

test('every member account of the demo association has a phone of its own, to which codes are sent', async () => {
  const { db, encryption } = site.services
  const accounts = await db
    .select()
    .from(account)
    .where(inArray(account.kind, ['organisation', 'person']))
  const phones = accounts.map(({ phoneSealed }) => encryption.decrypt(phoneSealed!))
  expect(new Set(phones).size).toBe(phones.length)
  expect(accounts.map(({ phoneHash }) => phoneHash)).toEqual(phones.map(phone => encryption.hash(phone)))
  for (const [i, { userName }] of accounts.entries())
    expect(await codeOf({ api: site.as(await signInAs(site, userName)), phone: phones[i]! })).toMatch(/^\d{6}$/)
})

test('the company whose login is told confirms online that it gives a certificate up', async () => {
  expect((await allowFor('能力评价注销申请', ['online'])).code).toBe(200)
  const api = site.as(await signInAs(site, 'qingyuan'))
  const { db } = site.services
  const isHeld = and(eq(certificate.organisationName, '北京清源锅炉清洗有限公司'), eq(certificate.kindCode, 'QX02'))
  const [held] = await db.select().from(certificate).where(isHeld)
  const { data } = await api.post('/qualification/addApply', { applyType: 'cancellation', certId: held!.id })
  const form = { reason: '不再从事这项业务', agreeEnd: true, agreeTruth: true }
  await api.post('/qualification/apply1Submit', { id: data.id, form, action: 'save' })
  const of = { api, phone: '13900000001', id: data.id }
  expect(await confirmWith(of, await codeOf(of))).toMatchObject({
    code: 200,
    data: { confirmed: { by: 'qingyuan', phone: '139****0001', changed: [] } },
  })
  expect(await api.post('/qualification/apply1Submit', { id: data.id, form, action: 'submit' })).toMatchObject({
    code: 200,
  })
})
