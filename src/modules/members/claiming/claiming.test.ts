import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { outbox } from '#lib/server/outbox/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation, organisationContact } from '#modules/members/server/tables.ts'
import { setUpSite, setUpStaff, site } from '#test/setups/site.ts'
import {
  advanceTime,
  asStaff,
  codeSentTo,
  newCreditCode,
  newPhone,
  organisationProfile,
  putFile,
  signUp,
  textsTo,
} from '#test/support/make.ts'

setUpSite({ demo: true })

const reviewer = setUpStaff('reviewer')

let made = 0
/** A company that the association has on record, with a phone, and for which nobody signs in. */
async function company() {
  const { db, encryption } = site.services
  const name = `待认领机电有限公司${++made}`
  const creditCode = newCreditCode()
  const [of] = await db.insert(organisation).values({ name, creditCode, provinceCode: '320000' }).returning()
  const phone = newPhone()
  const mobileSealed = encryption.encrypt(phone)
  await db.insert(organisationContact).values({ organisationId: of!.id, role: 'liaison', name: '王芳', mobileSealed })
  return { id: of!.id, name, creditCode, phone }
}
type Company = Awaited<ReturnType<typeof company>>
type Claimant = Awaited<ReturnType<typeof signUp>>

const register = ({ creditCode }: Company) => signUp(site, { creditCode })
const stateOf = async ({ api }: Claimant) => (await api.get('/member/company/claim')).data
const ownerOf = async (id: number) =>
  (await site.services.db.select().from(account).where(eq(account.organisationId, id))).map(({ userName }) => userName)

async function codeOf(by: Claimant, of: Company) {
  const { phones } = await stateOf(by)
  const contactId: number = phones[0].contactId
  // An address on the network gets one code per minute.
  await advanceTime(site, 1)
  const asked = await by.api.post('/member/company/claimCode', { contactId })
  expect(asked.msg).toBe('ok')
  return { contactId, code: await codeSentTo(site, of.phone) }
}
test('nobody invites clerks in the name of a company before having proved to speak for it', async () => {
  const of = await company()
  const by = await register(of)
  const stranger = newPhone()
  const invite = () => by.api.post('/member/clerk/invite', { name: '王敏', phone: stranger, duties: ['all'] })
  expect(await invite()).toMatchObject({ code: 409, msg: expect.stringMatching(/还没有核实.*认领/) })
  expect(await textsTo(site, stranger)).toEqual([])
  const { contactId, code } = await codeOf(by, of)
  expect((await by.api.post('/member/company/prove', { contactId, code })).code).toBe(200)
  expect(await invite()).toMatchObject({ code: 200 })
})

const sendLetter = async (by: Claimant) =>
  by.api.post('/member/claim', {
    note: '原联系人已离职',
    fileIds: [await putFile(site, by.token, '认领函.png')],
  })
async function decide(id: number, action: 'pass' | 'reject', opinion?: string) {
  const { version } = (await reviewer.get('/staff/review/detail', { id })).data
  return reviewer.post('/staff/review/decide', { id, version, action, opinion })
}

describe('who registers the credit code of a company on record', () => {
  test('has an account, and nothing of the company until it is proved', async () => {
    const of = await company()
    const by = await register(of)
    expect(await stateOf(by)).toMatchObject({
      state: 'pending',
      orgName: by.orgName,
      creditCode: of.creditCode,
      phones: [{ roleName: '联系人', phone: `${of.phone.slice(0, 3)}****${of.phone.slice(-4)}` }],
    })
    const seen = [
      await by.api.get('/member/info'),
      await by.api.get('/member/org/info'),
      await by.api.get('/member/membership'),
    ]
    expect(JSON.stringify(seen)).not.toContain(of.name)
    const desk = await asStaff(site, 'admin')
    const shown = await desk.get('/staff/account/detail', { id: by.accountId })
    expect(shown.data).toMatchObject({ creditCode: null, claimedCode: of.creditCode })
    expect((await by.api.get('/member/org/info')).data.claim).toBe('pending')
    const form = { name: by.orgName, creditCode: of.creditCode, ...organisationProfile }
    expect(await by.api.post('/member/complete', { form })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('认领'),
    })
    expect(await ownerOf(of.id)).toEqual([])
  })

  test('proves it by a code to the phone that the association has, and not by another', async () => {
    const of = await company()
    const by = await register(of)
    const { contactId, code } = await codeOf(by, of)
    const wrong = await by.api.post('/member/company/prove', { contactId, code: code === '000000' ? '1' : '000000' })
    expect(wrong).toMatchObject({ code: 400, data: { fields: { code: expect.any(String) } } })
    expect(await by.api.post('/member/company/prove', { contactId: contactId + 999, code })).toMatchObject({
      code: 400,
    })
    expect(await by.api.post('/member/company/prove', { contactId, code })).toMatchObject({ data: { name: of.name } })
    expect(await ownerOf(of.id)).toEqual([by.userName])
    expect((await by.api.get('/member/info')).data).toMatchObject({ orgName: of.name, isComplete: true })
    expect((await textsTo(site, of.phone))[0]).toContain('如非贵单位所为')
  })

  test('and, of a company whose mail is on record, by a code to that as well: a number may be another’s by now', async () => {
    const of = await company()
    const email = `office${of.id}@example.com`
    const { db } = site.services
    await db.update(organisationContact).set({ email }).where(eq(organisationContact.organisationId, of.id))
    const by = await register(of)
    const given = await codeOf(by, of)
    const refused = await by.api.post('/member/company/prove', given)
    expect(refused).toMatchObject({ code: 400, data: { fields: { mailCode: expect.stringContaining('邮箱') } } })
    expect(refused.data.fields.mailCode).not.toContain(email)
    expect(await by.api.post('/member/company/prove', { ...given, mailCode: '1' })).toMatchObject({
      code: 400,
      data: { fields: { mailCode: expect.any(String) } },
    })
    expect(await ownerOf(of.id)).toEqual([])
    const mails = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.channel, 'mail'), isNotNull(outbox.expiresAt)))
    const { decrypt } = site.services.encryption
    const [mailCode] = decrypt(mails.find(({ toSealed }) => decrypt(toSealed) === email)!.textSealed).match(/\d{6}/)!
    expect(await by.api.post('/member/company/prove', { ...given, mailCode })).toMatchObject({
      data: { name: of.name },
    })
    expect(await ownerOf(of.id)).toEqual([by.userName])
  })

  test('or by a stamped letter: staff see it as a task, the company on record hears of it, both ends are told', async () => {
    const of = await company()
    const by = await register(of)
    const waiting = async () => {
      const { tasks } = (await reviewer.get('/staff/overview')).data
      return tasks.find(({ code }: { code: string }) => code === 'companyClaims')?.count ?? 0
    }
    const before = await waiting()
    expect(await by.api.post('/member/claim', {})).toMatchObject({
      code: 400,
      data: { fields: { proof: expect.any(String) } },
    })
    const { data: refused } = await sendLetter(by)
    expect(await waiting()).toBe(before + 1)
    expect((await textsTo(site, of.phone))[0]).toContain('如非贵单位提出')
    const { data } = await reviewer.get('/staff/review/detail', { id: refused.applyId })
    expect(JSON.stringify(data.aside)).toContain(of.name)
    expect(JSON.stringify(data.form)).toContain('原联系人已离职')
    expect(await decide(refused.applyId, 'reject', '认领函没有盖章')).toMatchObject({ code: 200 })
    expect(await ownerOf(of.id)).toEqual([])
    const told = async () =>
      JSON.stringify((await by.api.get('/member/message/list', { pageNum: 1, pageSize: 20 })).data)
    expect(await told()).toContain('认领函没有盖章')
    const again = await sendLetter(by)
    expect(await decide(again.data.applyId, 'pass')).toMatchObject({ code: 200 })
    expect(await ownerOf(of.id)).toEqual([by.userName])
    expect(await told()).toContain('认领成功')
  })

  test('of two that prove it at once one has it, and the other is told', async () => {
    const of = await company()
    const [first, second] = [await register(of), await register(of)]
    const proved = await codeOf(first, of)
    const letter = await sendLetter(second)
    const answers = await Promise.all([
      first.api.post('/member/company/prove', proved),
      decide(letter.data.applyId, 'pass'),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
    const [winner, loser] = answers[0].code === 200 ? [first, second] : [second, first]
    expect(await ownerOf(of.id)).toEqual([winner.userName])
    expect(await stateOf(loser)).toMatchObject({ state: 'lost', phones: [] })
    const messages = await loser.api.get('/member/message/list', { pageNum: 1, pageSize: 20 })
    expect(JSON.stringify(messages.data)).toContain('已由另一账号核实')
    await expect(register(of)).rejects.toThrow('该单位已有账号')
  })

  test('of twenty proofs by two accounts at once one is taken', async () => {
    const of = await company()
    const [first, second] = [await register(of), await register(of)]
    const proved = await codeOf(first, of)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? first : second).api.post('/member/company/prove', proved)),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => ![200, 409].includes(code))).toEqual([])
    expect(await ownerOf(of.id)).toHaveLength(1)
  })
})

test('certificates that only name a credit code wait for proof, too', async () => {
  const { db } = site.services
  const creditCode = newCreditCode()
  const [old] = await db.select().from(certificate).where(eq(certificate.register, 'qualification')).limit(1)
  const { id: _, words: __, ...copied } = old!
  const named = {
    organisationId: null,
    creditCode,
    number: `旧-${creditCode}`,
    numberKey: creditCode,
    token: creditCode,
  }
  const [kept] = await db
    .insert(certificate)
    .values({ ...copied, ...named })
    .returning()
  const by = await signUp(site, { creditCode })
  const form = { name: by.orgName, creditCode, ...organisationProfile }
  expect(await by.api.post('/member/complete', { form })).toMatchObject({ code: 409 })
  const letter = await sendLetter(by)
  expect(await decide(letter.data.applyId, 'pass')).toMatchObject({ code: 200 })
  expect(await by.api.post('/member/complete', { form })).toMatchObject({ code: 200 })
  const [now] = await db.select().from(certificate).where(eq(certificate.id, kept!.id))
  const [own] = await db.select().from(account).where(eq(account.id, by.accountId))
  expect(now!.organisationId).toBe(own!.organisationId)
})

test('a company of which the association has nothing needs no proof', async () => {
  const by = await signUp(site)
  expect(await stateOf(by)).toMatchObject({ state: 'none', phones: [] })
  const form = { name: by.orgName, creditCode: by.creditCode, ...organisationProfile }
  expect(await by.api.post('/member/complete', { form })).toMatchObject({ code: 200 })
})
