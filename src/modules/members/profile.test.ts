import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { maskMobile } from '#lib/mask.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { block, completed, setUpProfiles } from '#test/setups/profiles.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, newCreditCode, newPhone, putFile, signUp } from '#test/support/make.ts'
import { organisation, organisationContact, person } from './server/tables.ts'

setUpProfiles()

const individual = (over: object = {}) => ({
  name: '李晓明',
  sex: 'male',
  idType: 'resident',
  idNumber: '320000198808080033',
  provinceCode: '320000',
  publicConsent: 'no',
  mobile: newPhone(),
  email: 'li@example.com',
  education: '本科',
  ...over,
})

describe('a new company', () => {
  test('is asked for everything at once, and nothing is kept of what is wrong', async () => {
    const { api, accountId } = await signUp(site)
    const { code, msg, data } = await api.post('/member/complete', { form: { legalMobile: '123' } })
    expect([code, msg]).toEqual([400, expect.stringContaining('处需要更正')])
    expect(data.fields).toMatchObject({ name: '请填写单位名称', legalMobile: expect.stringContaining('11 位') })
    expect(data.fields.liaisonName).toContain('请填写')
    expect(Object.keys(data.fields).filter(name => name.startsWith('representative'))).toEqual([])
    const [own] = await site.services.db.select().from(account).where(eq(account.id, accountId))
    expect(own!.organisationId).toBeNull()
  })

  test('says who it is once: its profile, its contacts with sealed mobiles, its name', async () => {
    const { api, accountId, creditCode } = await completed({ name: '北京新水锅炉清洗有限公司' })
    const { data } = await api.get('/member/org/info')
    expect(data).toMatchObject({ isComplete: true, accountType: 'organisation', pending: null })
    expect(data.form).toMatchObject({ creditCode, categories: ['cleaning', 'testing'], liaisonName: '孙三' })
    expect(data.masked).toEqual({
      legalMobile: '139****4001',
      representativeMobile: '139****4002',
      liaisonMobile: '139****4003',
    })
    const { db } = site.services
    const [own] = await db.select().from(account).where(eq(account.id, accountId))
    expect(own!.displayName).toBe('北京新水锅炉清洗有限公司')
    const contacts = await db
      .select()
      .from(organisationContact)
      .where(eq(organisationContact.organisationId, own!.organisationId!))
    expect(contacts).toHaveLength(3)
    expect(JSON.stringify([data, contacts])).not.toMatch(/1390000400/)
    expect((await api.post('/member/complete', { form: block({ creditCode }) })).code).toBe(409)
  })

  test('what the registration said is known, and who speaks for a company is its contact where nobody else is named', async () => {
    const { api, creditCode, phone } = await signUp(site)
    const { data } = await api.get('/member/org/info')
    expect(data.form).toMatchObject({ creditCode, provinceCode: `${creditCode!.slice(2, 4)}0000` })
    expect(data.masked).toEqual({ liaisonMobile: maskMobile(phone) })
    const optional = data.fields.filter(({ required }: { required?: boolean }) => !required)
    expect(optional.map(({ name }: { name: string }) => name)).toContain('representativeName')
    const nobody = { representativeName: '', representativePosition: '', representativeMobile: '' }
    const form = block({ ...nobody, creditCode, liaisonMobile: '' })
    expect((await api.post('/member/complete', { form })).code).toBe(200)
    const after = (await api.get('/member/org/info')).data
    expect(after.form).toMatchObject({ representativeName: '孙三', liaisonName: '孙三' })
    expect(after.masked).toMatchObject({
      representativeMobile: maskMobile(phone),
      liaisonMobile: maskMobile(phone),
    })
  })

  test('cannot pass for another: the credit code is the one it registered with', async () => {
    const { api } = await signUp(site)
    const { data } = await api.post('/member/complete', { form: block({ creditCode: newCreditCode() }) })
    expect(data.fields.creditCode).toContain('与注册时填写的不一致')
  })

  test('that is in the register already is neither entered twice nor handed over, but sent to claim it', async () => {
    const { db } = site.services
    const [known] = await db.select().from(organisation).where(eq(organisation.name, '苏州恒蓝水处理科技有限公司'))
    const { api, accountId } = await signUp(site, { creditCode: known!.creditCode })
    const answer = await api.post('/member/complete', { form: block({ creditCode: known!.creditCode }) })
    expect(answer).toMatchObject({ code: 409, data: null })
    expect(answer.msg).toContain('/admin/user/membership?claim=1')
    const [own] = await db.select().from(account).where(eq(account.id, accountId))
    expect(own!.organisationId).toBeNull()
    expect(await db.select().from(organisation).where(eq(organisation.creditCode, known!.creditCode))).toHaveLength(1)
  })

  test('that sends its profile ten times at once is one company', async () => {
    const { api, creditCode } = await signUp(site)
    const form = block({ creditCode })
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post('/member/complete', { form })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)])
  })
})

describe('a person', () => {
  test('is found by the identity number, whatever the name, and not entered twice', async () => {
    const { api } = await signUp(site, { accountType: 'person' })
    const [known] = await site.services.db.select().from(person).where(eq(person.idType, 'resident')).limit(1)
    const idNumber = site.services.encryption.decrypt(known!.idNumberSealed!)
    const { code, msg } = await api.post('/member/complete', { form: individual({ idNumber }) })
    expect([code, msg]).toEqual([409, expect.stringMatching(/认领|已有账号/)])
  })

  test.each([
    ['resident', '110000199001010014'],
    ['passport', 'E 12 !'],
    ['hongkongMacao', 'X12345678'],
  ])('with a %s of number %s is told so', async (idType, idNumber) => {
    const { api } = await signUp(site, { accountType: 'person' })
    const { data } = await api.post('/member/complete', { form: individual({ idType, idNumber }) })
    expect(data.fields.idNumber).toMatch(/不是有效的|校验码不符/)
  })

  test('that changes name and document shows them to the association first', async () => {
    const { api, token, accountId } = await signUp(site, { accountType: 'person' })
    await api.post('/member/complete', { form: individual({ idType: 'passport', idNumber: 'P7654321' }) })
    const { version } = (await api.get('/member/org/info')).data
    const form = { name: '李小明', idType: 'passport', idNumber: 'p7654322' }
    const given = { version, form, evidence: [await putFile(site, token, '护照.png')] }
    const { changeApplyId: id } = (await api.post('/member/edit', given)).data
    const reviewer = await asStaff(site, 'reviewer')
    const seen = (await reviewer.get('/staff/review/detail', { id })).data
    expect(JSON.stringify(seen.form)).not.toMatch(/765432/)
    await reviewer.post('/staff/review/decide', { id, version: seen.version, action: 'pass', opinion: '' })
    const info = (await api.get('/member/org/info')).data
    expect([info.form.name, info.masked.idNumber]).toEqual(['李小明', 'P******2'])
    const [own] = await site.services.db.select().from(account).where(eq(account.id, accountId))
    const [of] = await site.services.db.select().from(person).where(eq(person.id, own!.personId!))
    expect([own!.displayName, of!.idNumberHash]).toEqual(['李小明', site.services.encryption.hash('P7654322')])
  })

  test('agrees to be listed, and may take that back', async () => {
    const { api, accountId } = await signUp(site, { accountType: 'person' })
    const form = individual({ idType: 'passport', idNumber: 'e12345678', publicConsent: 'yes' })
    expect((await api.post('/member/complete', { form })).code).toBe(200)
    const { version, masked } = (await api.get('/member/org/info')).data
    expect(masked.idNumber).toBe('E*******8')
    const [own] = await site.services.db.select().from(account).where(eq(account.id, accountId))
    const consent = async () =>
      (await site.services.db.select().from(person).where(eq(person.id, own!.personId!)))[0]!.publicConsentAt
    expect(await consent()).not.toBeNull()
    await api.post('/member/edit', { version, form: { publicConsent: 'no' } })
    expect(await consent()).toBeNull()
  })
})

test('a visitor and staff have no profile here', async () => {
  expect((await site.get('/member/org/info')).status).toBe(401)
  const staff = await asStaff(site, 'admin')
  expect((await staff.get('/member/org/info')).status).toBe(401)
})
