import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#lib/server/outbox/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisationContact } from '#modules/members/server/tables.ts'
import { message } from '#modules/messages/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import {
  advanceTime,
  codeFor,
  newAddress,
  newCreditCode,
  newPhone,
  organisationProfile,
  PASSWORD,
  signUp,
  signUpComplete,
  textsTo,
} from '#test/support/make.ts'

setUpSite()

const NEW = '停炉以后要干法保养 3'
const EMAIL = organisationProfile.liaisonEmail

/** Resets a password as a holder of the phone who knows nothing else: by an SMS code, plus the given fields. */
async function resetBy(phone: string) {
  await advanceTime(site, 2)
  const code = await codeFor(site, { scene: 'reset', phone })
  return (more: object = {}) =>
    site.from(newAddress()).post('/pwd/resetByCode', { phone, code, newPwd: NEW, confirmPwd: NEW, ...more })
}
const signIn = (name: string, password: string) => site.from(newAddress()).post('/login', { account: name, password })

async function mailsTo(email: string) {
  const { db, encryption } = site.services
  const rows = await db.select().from(outbox).where(eq(outbox.channel, 'mail')).orderBy(desc(outbox.id))
  return rows.filter(({ toSealed }) => encryption.decrypt(toSealed) === email)
}
async function mailCode(): Promise<string> {
  const row = (await mailsTo(EMAIL)).find(({ expiresAt }) => expiresAt)
  return site.services.encryption.decrypt(row!.textSealed).match(/\d{6}/)![0]
}

test("a company's account does not open by a code to its phone alone, and nothing typed goes wrong by asking again", async () => {
  const company = await signUpComplete(site)
  const reset = await resetBy(company.phone)
  const alone = await reset()
  expect(alone).toMatchObject({ code: 400, msg: expect.stringMatching(/单位.*变更函.*联系人变更/) })
  expect(Object.keys(alone.data.fields)).toEqual(['creditCode', 'mailCode'])
  expect((await reset({ creditCode: newCreditCode() })).data.fields).toHaveProperty('creditCode')
  expect(await mailsTo(EMAIL)).toEqual([])

  const asked = await reset({ creditCode: company.creditCode })
  expect(asked.data.fields).toEqual({ mailCode: expect.stringContaining('l***@example.com') })
  const right = await mailCode()
  const wrong = right === '000000' ? '000001' : '000000'
  expect((await reset({ creditCode: company.creditCode, mailCode: wrong })).data.fields).toHaveProperty('mailCode')
  expect((await signIn(company.userName, PASSWORD)).code).toBe(200)

  expect(await reset({ creditCode: company.creditCode, mailCode: right })).toMatchObject({ code: 200 })
  expect((await signIn(company.userName, NEW)).code).toBe(200)
})

test('everybody else who speaks for the company is told of it, by SMS, by mail and in their accounts', async () => {
  const company = await signUpComplete(site)
  const clerk = await signUp(site, { accountType: 'person' })
  const { data } = await company.api.post('/member/clerk/invite', { name: '王敏', phone: clerk.phone, duties: ['all'] })
  await clerk.api.post('/member/clerk/answer', { id: data.id, accept: true })
  const reset = await resetBy(company.phone)
  await reset({ creditCode: company.creditCode })
  expect((await reset({ creditCode: company.creditCode, mailCode: await mailCode() })).code).toBe(200)
  for (const phone of [organisationProfile.representativeMobile, clerk.phone])
    expect((await textsTo(site, phone))[0]).toContain(`“${company.orgName}”事务的账号 ${company.userName}`)
  const mails = (await mailsTo(EMAIL)).map(({ textSealed }) => site.services.encryption.decrypt(textSealed))
  expect(mails[0]).toContain(company.userName)
  const { db } = site.services
  const told = await db.select().from(message).where(eq(message.accountId, clerk.accountId))
  expect(told.map(({ title }) => title)).toContain('单位账号重设了密码')
})

test('where no mail is on record, the stamped letter is the way', async () => {
  const company = await signUpComplete(site)
  const { db } = site.services
  const [of] = await db.select().from(account).where(eq(account.id, company.accountId))
  await db
    .update(organisationContact)
    .set({ email: '' })
    .where(eq(organisationContact.organisationId, of!.organisationId!))
  const reset = await resetBy(company.phone)
  const refused = await reset({ creditCode: company.creditCode })
  expect(refused).toMatchObject({ code: 409, msg: expect.stringMatching(/没有登记邮箱.*变更函/) })
  expect((await signIn(company.userName, PASSWORD)).code).toBe(200)
})

test("a clerk's own phone does not open the company for which they act; a person's account stays as it was", async () => {
  const company = await signUpComplete(site)
  const clerk = await signUp(site, { accountType: 'person' })
  const { data } = await company.api.post('/member/clerk/invite', { name: '王敏', phone: clerk.phone, duties: ['all'] })
  await clerk.api.post('/member/clerk/answer', { id: data.id, accept: true })
  expect((await (await resetBy(clerk.phone))()).data.fields).toHaveProperty('creditCode')
  await company.api.post('/member/clerk/end', { id: data.id })
  expect((await (await resetBy(clerk.phone))()).code).toBe(200)
})

test('a stranger without the right code learns nothing of whose the phone is', async () => {
  const company = await signUpComplete(site)
  const person = await signUp(site, { accountType: 'person' })
  const guess = (phone: string) =>
    site.from(newAddress()).post('/pwd/resetByCode', { phone, code: '000000', newPwd: NEW, confirmPwd: NEW })
  const answers = [await guess(company.phone), await guess(person.phone), await guess(newPhone())]
  for (const answer of answers) expect(answer).toEqual(answers[0])
})
