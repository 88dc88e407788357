import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { certificate } from '#modules/certificates/server/tables.ts'
import { memberEvent } from '#modules/membership/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, signInAs, signUpComplete, staffWith } from '#test/support/make.ts'
import { account } from '../../accounts/server/tables.ts'
import { member } from '../server/tables.ts'

setUpSite({ demo: true, env: { WRITES_PER_MINUTE: '600' } })

type Field = { name: string; hint?: string }

test('a member leaves online: told beforehand what it costs, decided by staff, ended as staff end it', async () => {
  const { db } = site.services
  const api = site.as(await signInAs(site, 'qingyuan'))
  const [own] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
  const ofMember = eq(member.organisationId, own!.organisationId!)
  const [before] = await db.select().from(member).where(ofMember)
  const [held] = await db.select().from(certificate).where(eq(certificate.id, before!.certificateId!))

  const form = (await api.get('/member/application/form', { kind: 'leaving' })).data
  expect(form.form).toMatchObject({ memberNumber: before!.number })
  const terms = (form.fields as Field[]).find(({ name }) => name === 'agreeTerms')!.hint
  expect(terms).toContain('会费不退')
  expect(terms).toContain(held!.number)
  expect(terms).toMatch(/未缴清的会费：([\d,.]+ 元|无)/)

  const send = (given: object) =>
    api.post('/member/application/submit', { kind: 'leaving', form: { ...form.form, ...given } })
  const bare = await send({ memberNumber: 'M1999-0001' })
  expect(Object.keys(bare.data.fields).sort()).toEqual(['agreeTerms', 'memberNumber', 'reason'])
  const { code, data } = await send({ reason: '锅炉已拆除，改用集中供汽', agreeTerms: true })
  expect(code).toBe(200)
  expect((await db.select().from(member).where(ofMember))[0]!.status).toBe(before!.status)

  const reviewer = await asStaff(site, await staffWith(site, ['reviewer']))
  const seen = (await reviewer.get('/staff/review/detail', { id: data.id })).data
  expect(JSON.stringify(seen.aside)).toContain(held!.number)
  const decided = { id: data.id, version: seen.version, action: 'pass', opinion: '同意', remarks: [] }
  expect((await reviewer.post('/staff/review/decide', decided)).code).toBe(200)

  const [after] = await db.select().from(member).where(ofMember)
  expect(after).toMatchObject({ status: 'withdrawn', endReason: expect.stringContaining('改用集中供汽') })
  expect((await db.select().from(certificate).where(eq(certificate.id, held!.id)))[0]!.status).toBe('cancelled')
  const events = await db.select().from(memberEvent).where(eq(memberEvent.memberId, before!.id))
  expect(events.map(({ kind }) => kind)).toContain('withdraw')
  const told = await db.select().from(message).where(eq(message.accountId, own!.id))
  expect(told.some(({ title }) => title === '会员变动：退会')).toBe(true)
  expect(await api.get('/member/application/form', { kind: 'leaving' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('已退会'),
  })
})

test('who is no member cannot leave', async () => {
  const company = await signUpComplete(site)
  expect(await company.api.get('/member/application/form', { kind: 'leaving' })).toMatchObject({
    code: 409,
    msg: expect.stringContaining('还不是会员'),
  })
})
