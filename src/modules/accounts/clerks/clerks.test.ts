import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { notify } from '#modules/messages/server/notify.ts'
import { clerkOf, invite, listOf, mine, newPerson, type Person, setUpClerks, signIn } from '#test/setups/clerks.ts'
import { site } from '#test/setups/site.ts'
import { enrol, openCourse, somePeople } from '#test/support/enrolling.ts'
import { PASSWORD, signUp, signUpComplete, smsText, textsTo } from '#test/support/make.ts'
import { account, clerk as clerkTable } from '../server/tables.ts'

setUpClerks()

describe('an invitation', () => {
  test('goes to a phone, and whoever signs up with that phone finds and accepts it; then the company is theirs to act for', async () => {
    const company = await signUpComplete(site)
    const phone = '13900077001'
    await invite(company, { phone }, ['people'])
    expect((await textsTo(site, phone))[0]).toContain(company.orgName)
    expect((await listOf(company)).clerks).toMatchObject([{ name: '王敏', phone: '139****7001', state: 'invited' }])

    const person = await signUp(site, { accountType: 'person', phone })
    const { invitations } = await mine(person)
    expect(invitations).toMatchObject([{ company: company.orgName, dutyNames: ['人员与培训'] }])
    expect((await person.api.get('/member/info')).data.invitations).toBe(1)
    expect((await person.api.post('/member/clerk/answer', { id: invitations[0].id, accept: true })).code).toBe(200)
    expect((await person.api.get('/member/info')).data).toMatchObject({
      id: company.accountId,
      orgName: company.orgName,
      isComplete: true,
      invitations: 0,
    })
    expect((await listOf(company)).clerks).toMatchObject([{ state: 'active', stateName: '在办' }])
    expect(await mine(person)).toMatchObject({
      invitations: [],
      companies: [{ id: company.accountId, isOwner: false }],
    })
    // A new sign-in resumes the company acted for before, on any device.
    const again = await signIn(person.userName)
    expect(again.data).toMatchObject({ needComplete: false })
    expect((await site.as(again.data.token).get('/member/info')).data.id).toBe(company.accountId)
  })

  test('is nobody else’s, is answered once, can be refused, withdrawn, and is over after a week', async () => {
    const company = await signUpComplete(site)
    const [person, stranger] = [await newPerson(), await newPerson()]
    const id = await invite(company, person, ['finance'])
    expect((await stranger.api.post('/member/clerk/answer', { id, accept: true })).code).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => person.api.post('/member/clerk/answer', { id, accept: true })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)

    const other = await newPerson()
    const refused = await invite(company, other, ['reading'])
    await other.api.post('/member/clerk/answer', { id: refused, accept: false })
    expect(await mine(other)).toMatchObject({ invitations: [], companies: [] })
    const withdrawn = await invite(company, other, ['reading'])
    await company.api.post('/member/clerk/end', { id: withdrawn })
    expect((await other.api.post('/member/clerk/answer', { id: withdrawn, accept: true })).code).toBe(404)
    const late = await invite(company, other, ['reading'])
    await site.services.db.update(clerkTable).set({ expiresAt: new Date() }).where(eq(clerkTable.id, late))
    expect((await mine(other)).invitations).toEqual([])
    expect((await other.api.post('/member/clerk/answer', { id: late, accept: true })).code).toBe(404)
    expect((await listOf(company)).clerks).toContainEqual(expect.objectContaining({ id: late, state: 'expired' }))
    expect(await invite(company, other, ['reading'])).toBeGreaterThan(late)
  })

  test('that is filled in wrong says so beside the field', async () => {
    const company = await signUpComplete(site)
    const person = await newPerson()
    const post = async (given: object) =>
      (await company.api.post('/member/clerk/invite', { name: '王敏', phone: person.phone, duties: ['all'], ...given }))
        .data?.fields
    expect(await post({ phone: '12' })).toHaveProperty('phone')
    expect(await post({ name: '', duties: [] })).toMatchObject({ name: '请填写姓名', duties: '请至少选择一项' })
    expect(await post({ phone: company.phone })).toHaveProperty('phone')
    expect(await post({})).toBeUndefined()
    expect(await post({})).toMatchObject({ phone: expect.stringContaining('已邀请过') })
  })
})

describe('a clerk', () => {
  test('keeps a password, phone, sign-ins and consents of their own', async () => {
    const company = await signUpComplete(site)
    const clerk = await clerkOf(company, ['all'])
    expect((await clerk.api.get('/member/account')).data).toMatchObject({ userName: clerk.userName, kind: 'person' })
    expect((await clerk.api.get('/member/session/list')).data).toHaveLength(1)
    const changed = { oldPwd: PASSWORD, newPwd: '换一句更长的口令 8', confirmPwd: '换一句更长的口令 8' }
    expect((await clerk.api.post('/member/changePwd', changed)).code).toBe(200)
    expect((await signIn(company.userName)).code).toBe(200)
    expect((await signIn(clerk.userName)).code).not.toBe(200)
  })

  test('acts for two companies and for themselves, and changes between them without signing in again', async () => {
    const [one, two] = [await signUpComplete(site), await signUpComplete(site)]
    const clerk = await clerkOf(one, ['all'])
    const id = await invite(two, clerk, ['all'])
    await clerk.api.post('/member/clerk/answer', { id, accept: true })
    const turn = async (companyId: number | null) => {
      expect((await clerk.api.post('/member/clerk/switch', { companyId })).code).toBe(200)
      return (await clerk.api.get('/member/info')).data.id
    }
    expect(await turn(one.accountId)).toBe(one.accountId)
    expect(await turn(two.accountId)).toBe(two.accountId)
    expect(await turn(null)).toBe(clerk.accountId)
    expect((await clerk.api.get('/member/clerk/list')).code).toBe(400)
    const stranger = await signUpComplete(site)
    expect((await clerk.api.post('/member/clerk/switch', { companyId: stranger.accountId })).code).toBe(403)
    // A window that still shows the one company does nothing for the other.
    await turn(two.accountId)
    const headers = { token: clerk.token, account: String(one.accountId) }
    const stale = await site.app.inject({ method: 'POST', url: '/api/member/edit', headers, payload: {} })
    expect(stale.json()).toMatchObject({ code: 409, msg: expect.stringContaining('另一个窗口') })
  })

  test('who is removed is out at the next call; who leaves acts for themselves', async () => {
    const company = await signUpComplete(site)
    const [removed, leaving] = [await clerkOf(company, ['all'], '甲'), await clerkOf(company, ['all'], '乙')]
    const [first, second] = (await listOf(company)).clerks
    expect((await company.api.post('/member/clerk/end', { id: first.id })).code).toBe(200)
    expect(await removed.api.get('/member/info')).toMatchObject({ status: 550 })
    expect((await textsTo(site, removed.phone))[0]).toContain('移除')
    const again = await signIn(removed.userName)
    expect((await site.as(again.data.token).get('/member/info')).data.id).toBe(removed.accountId)
    expect((await leaving.api.post('/member/clerk/leave', { id: second.id })).code).toBe(200)
    expect((await leaving.api.get('/member/info')).data.id).toBe(leaving.accountId)
    expect((await listOf(company)).clerks).toEqual([])
  })

  test('whose duties are changed may do so much at the next call', async () => {
    const company = await signUpComplete(site)
    const clerk = await clerkOf(company, ['reading'])
    const courseId = await openCourse(site)
    expect((await enrol(site, clerk.token, courseId, somePeople(70_200, 1))).code).toBe(403)
    const [{ id, version }] = (await listOf(company)).clerks
    const change = { id, version, name: '王敏', duties: ['people', 'finance'] }
    const both = await Promise.all([1, 2].map(() => company.api.post('/member/clerk/change', change)))
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect((await enrol(site, clerk.token, courseId, somePeople(70_200, 1))).code).toBe(200)
  })

  test('reads what is of their duties, each for themselves', async () => {
    const company = await signUpComplete(site)
    const [trainer, cashier] = [await clerkOf(company, ['people']), await clerkOf(company, ['finance'])]
    const ctx = { ...site.services, now: new Date() }
    for (const [kind, title] of [
      ['fee', '请缴纳会费'],
      ['training', '培训通知'],
      ['system', '系统通知'],
    ] as const)
      await notify(ctx, { accountId: company.accountId, kind, title, content: title })
    const titles = async ({ api }: Pick<Person, 'api'>) =>
      (await api.get('/member/message/list')).data.list.map(({ title }: { title: string }) => title)
    expect(await titles(trainer)).toEqual(expect.arrayContaining(['培训通知', '系统通知']))
    expect(await titles(trainer)).not.toContain('请缴纳会费')
    expect(await titles(cashier)).not.toContain('培训通知')
    const unread = async ({ api }: Pick<Person, 'api'>) => (await api.get('/member/message/unread')).data.unread
    expect(await unread(trainer)).toBe((await titles(trainer)).length)
    const ofCashier = await unread(cashier)
    const before = await unread(company)
    expect((await trainer.api.post('/member/message/read', { all: true, isRead: true })).data.unread).toBe(0)
    expect([await unread(cashier), await unread(company)]).toEqual([ofCashier, before])
  })
})

describe('the company', () => {
  test('reads in its log who did what, and nothing of what its clerks do elsewhere', async () => {
    const company = await signUpComplete(site)
    const other = await signUpComplete(site)
    const clerk = await clerkOf(company, ['people'], '周培')
    const courseId = await openCourse(site)
    await enrol(site, clerk.token, courseId, somePeople(70_300, 1))
    const id = await invite(other, clerk, ['people'])
    await clerk.api.post('/member/clerk/answer', { id, accept: true })
    await enrol(site, clerk.token, courseId, somePeople(70_310, 1))
    const { list } = (await company.api.get('/member/clerk/log', { pageSize: 100 })).data
    const ofClerk = list.filter(({ name }: { name: string }) => name === '周培')
    expect(ofClerk).toMatchObject([
      { userName: clerk.userName, action: expect.stringContaining('申请') },
      { userName: clerk.userName, action: '接受邀请，担任经办人' },
    ])
    expect(list.map(({ name }: { name: string }) => name)).toContain('单位账号')
  })

  test('is handed over: the clerk answers for it, and its own login is closed', async () => {
    const company = await signUpComplete(site)
    const heir = await clerkOf(company, ['finance'], '新负责人')
    const helper = await clerkOf(company, ['all'], '同事')
    const [{ id }, { id: helperId }] = (await listOf(company)).clerks
    expect((await helper.api.post('/member/clerk/handOver', { id })).msg).toContain('负责人办理')
    expect((await company.api.post('/member/clerk/handOver', { id })).code).toBe(200)
    expect((await company.api.get('/member/info')).status).toBe(401)
    expect(await signIn(company.userName)).toMatchObject({ code: 403, msg: expect.stringContaining('移交') })
    expect((await textsTo(site, company.phone))[0]).toContain('新负责人')
    expect(await listOf(heir)).toMatchObject({ ownLogin: null, mayManage: true })
    expect((await mine(heir)).companies).toMatchObject([{ id: company.accountId, isOwner: true }])
    expect((await heir.api.get('/member/info')).data.clerk).toMatchObject({ isOwner: true })
    expect((await heir.api.post('/member/clerk/leave', { id })).msg).toContain('先移交')
    expect((await heir.api.post('/member/clerk/end', { id: helperId })).code).toBe(200)
    // Messages of the association to the company reach its owner.
    await notify(
      { ...site.services, now: new Date() },
      {
        accountId: company.accountId,
        kind: 'fee',
        title: '请缴纳会费',
        content: '请缴纳会费',
        sms: smsText('请缴纳会费'),
      },
    )
    expect((await textsTo(site, heir.phone))[0]).toContain('会费')
    const [row] = await site.services.db.select().from(account).where(eq(account.id, company.accountId))
    expect(row).toMatchObject({ ownerId: heir.accountId, phoneHash: null })
  })
})
