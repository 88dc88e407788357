import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { startApp } from '../../../test/app.ts'
import { asStaff, newCreditCode, newPhone, putFile, signInAs, signUp } from '../../../test/make.ts'

import { organisation, organisationContact, person } from './server/tables.ts'

let site: Awaited<ReturnType<typeof startApp>>
beforeAll(async () => {
  site = await startApp({ demo: true })
})
afterAll(() => site.close())

const block = (over: object = {}) => ({
  name: '北京新水锅炉清洗有限公司',
  nature: 'private',
  categories: ['cleaning', 'testing'],
  legalPerson: '赵一鸣',
  legalTitle: '总经理',
  provinceCode: '110000',
  city: '北京',
  address: '演示路1号',
  mainBusiness: '锅炉化学清洗',
  intro: '成立于2006年，从事锅炉清洗与水质化验。',
  phone: '010-55500188',
  point: { lng: 116.4, lat: 39.9 },
  legalMobile: '13900004001',
  representativeName: '钱二',
  representativePosition: '副总经理',
  representativeMobile: '13900004002',
  liaisonName: '孙三',
  liaisonPosition: '办公室主任',
  liaisonMobile: '13900004003',
  liaisonEmail: 'sun@example.com',
  ...over,
})
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

/** A company that has said who it is. */
async function completed(over: object = {}) {
  const one = await signUp(site)
  const form = block({ name: one.orgName, creditCode: one.creditCode, ...over })
  expect(await one.api.post('/member/complete', { form })).toMatchObject({ code: 200, data: { isComplete: true } })
  return { ...one, form }
}

describe('a new company', () => {
  test('is asked for everything at once, and nothing is kept of what is wrong', async () => {
    const { api, accountId } = await signUp(site)
    const { code, msg, data } = await api.post('/member/complete', { form: { legalMobile: '123' } })
    expect([code, msg]).toEqual([400, expect.stringContaining('项需要补充或更正')])
    expect(data.fields).toMatchObject({ name: '请填写单位名称', legalMobile: expect.stringContaining('11 位') })
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
    const idNumber = site.services.sealer.open(known!.idNumberSealed!)
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
    expect(data.fields.idNumber).toContain('不是有效的')
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
    expect([own!.displayName, of!.idNumberHash]).toEqual(['李小明', site.services.sealer.hash('P7654322')])
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

describe('a change', () => {
  test('of what everybody may see is there at once, and in the log with what was before', async () => {
    const token = await signInAs(site, 'qingyuan')
    const api = site.as(token)
    const { version, form } = (await api.get('/member/org/info')).data
    const { data } = await api.post('/member/edit', { version, form: { website: 'https://new.example.com', fax: '' } })
    expect(data).toMatchObject({ status: 'saved', changeApplyId: null })
    const { list } = (await site.get('/app/publicity/member/list', { orgName: '北京清源' })).data
    expect(list[0].website).toBe('https://new.example.com')
    const [event] = await site.services.db.select().from(auditEvent).orderBy(desc(auditEvent.id)).limit(1)
    expect(event).toMatchObject({ action: 'member.edit', actorName: 'qingyuan' })
    expect(event!.detail.changes).toContainEqual({
      label: '网站',
      before: form.website ?? '',
      after: 'https://new.example.com',
    })
  })

  test('over an older version is refused', async () => {
    const { api } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    expect((await api.post('/member/edit', { version, form: { city: '通州' } })).code).toBe(200)
    const { code, msg } = await api.post('/member/edit', { version, form: { city: '顺义' } })
    expect([code, msg]).toEqual([409, expect.stringContaining('请刷新')])
  })

  test('of a mobile leaves the others as they are, and no trace of a number in the log', async () => {
    const { api } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    await api.post('/member/edit', { version, form: { liaisonMobile: '139 0000 4999' } })
    const { masked } = (await api.get('/member/org/info')).data
    expect(masked).toMatchObject({ liaisonMobile: '139****4999', legalMobile: '139****4001' })
    const [event] = await site.services.db.select().from(auditEvent).orderBy(desc(auditEvent.id)).limit(1)
    expect(event!.detail).toEqual({ changes: [{ label: '联系人手机' }] })
  })

  test('of the name needs the licence and a review; then everything follows at once', async () => {
    const { api, token, accountId, form } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    const renamed = { name: '北京新名锅炉清洗有限公司', city: '昌平' }
    const bare = await api.post('/member/edit', { version, form: renamed })
    expect(bare.data.fields).toEqual({ licence: expect.stringContaining('请上传') })
    const evidence = [await putFile(site, token, '执照.pdf')]
    const { data } = await api.post('/member/edit', { version, form: renamed, evidence })
    expect(data.status).toBe('reviewing')
    const waiting = (await api.get('/member/org/info')).data
    expect(waiting.form).toMatchObject({ name: form.name, city: '昌平' })
    expect(waiting.pending.changes).toEqual([
      { field: 'name', label: '单位名称', before: form.name, after: renamed.name },
    ])
    const again = await api.post('/member/edit', {
      version: waiting.version,
      form: { name: '北京又名有限公司' },
      evidence,
    })
    expect(again.msg).toContain('正在审核')

    const reviewer = await asStaff(site, 'reviewer')
    const id = data.changeApplyId
    const seen = (await reviewer.get('/staff/review/detail', { id })).data
    expect(seen.form).toContainEqual(expect.objectContaining({ label: '原单位名称', text: form.name }))
    const decision = { id, version: seen.version, action: 'pass', opinion: '' }
    expect((await reviewer.post('/staff/review/decide', decision)).code).toBe(200)
    const after = (await api.get('/member/org/info')).data
    expect([after.form.name, after.pending]).toEqual([renamed.name, null])
    const [own] = await site.services.db.select().from(account).where(eq(account.id, accountId))
    expect(own!.displayName).toBe(renamed.name)
    const [company] = await site.services.db
      .select()
      .from(organisation)
      .where(eq(organisation.id, own!.organisationId!))
    expect(company!.licenceId).toBe(evidence[0])
  })

  test('that gives the company another’s credit code is refused', async () => {
    const { api, token } = await completed()
    const { version } = (await api.get('/member/org/info')).data
    const [other] = await site.services.db.select().from(organisation).limit(1)
    const change = {
      version,
      form: { creditCode: other!.creditCode },
      evidence: [await putFile(site, token, '执照.pdf')],
    }
    const { code, data } = await api.post('/member/edit', change)
    expect([code, data.fields.creditCode]).toEqual([409, expect.stringContaining('另一单位')])
  })
})

test('a visitor and staff have no profile here', async () => {
  expect((await site.get('/member/org/info')).status).toBe(401)
  const staff = await asStaff(site, 'admin')
  expect((await staff.get('/member/org/info')).status).toBe(401)
})
