import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { application } from '#modules/review/server/tables.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { advanceTime, PASSWORD, signInAs, signUp, textsTo } from '#test/support/make.ts'
import { DEMO_PASSWORD } from '../accounts/server/demo.ts'
import { account, consent, session } from '../accounts/server/tables.ts'
import { auditEvent } from '../audit/server/tables.ts'
import { certificate } from '../certificates/server/tables.ts'
import { file } from '../files/server/tables.ts'
import { person } from '../members/server/tables.ts'
import { member } from '../membership/server/tables.ts'
import { notify } from '../messages/server/notify.ts'
import { message } from '../messages/server/tables.ts'

setUpSite({ demo: true })

const demo = async (userName: string) => {
  const token = await signInAs(site, userName)
  const [row] = await site.services.db.select().from(account).where(eq(account.userName, userName))
  return { ...row!, token, api: site.as(token) }
}
const remove = (api: ReturnType<(typeof site)['as']>, password: string, reason?: string) =>
  api.post('/member/privacy/delete', { password, reason })

describe('consent', () => {
  test('to the privacy policy cannot be withdrawn and the account kept', async () => {
    const { api } = await signUp(site)
    const { data } = await api.get('/member/consent/list')
    expect(data).toMatchObject([
      { document: 'privacy', title: '隐私政策', status: 'given', canWithdraw: false },
      { document: 'terms', canWithdraw: false },
    ])
    expect(await api.post('/member/consent/withdraw', { document: 'privacy' })).toMatchObject({
      code: 409,
      msg: /注销账号/,
    })
    expect((await api.post('/member/consent/withdraw', { document: 'nothing' })).code).toBe(400)
    expect((await api.post('/member/consent/withdraw', { document: 'publicDisclosure' })).code).toBe(409)
  })

  test('to be shown in public, withdrawn, takes a person out of every public list at once', async () => {
    const { id: accountId, api, personId } = await demo('zhangwei')
    const { db } = site.services
    const ofPerson = and(eq(certificate.personId, personId!), eq(certificate.register, 'personnel'))
    const [own] = await db.select().from(certificate).where(ofPerson)
    const [level] = await db.select().from(member).where(eq(member.personId, personId!))
    const found = async () => [
      (await site.get('/app/publicity/person/list', { certNo: own!.number })).data.total === 1,
      (await site.get('/app/publicity/member/list', { type: level!.levelCode, pageSize: 100 })).data.list.some(
        ({ memberNo }: { memberNo: string }) => memberNo === level!.number,
      ),
    ]
    expect(await found()).toEqual([true, true])
    await db.insert(consent).values({ accountId, document: 'terms', version: '2026-11', action: 'given' })
    const { data } = await api.post('/member/consent/withdraw', { document: 'publicDisclosure' })
    expect(data).toContainEqual(expect.objectContaining({ document: 'publicDisclosure', status: 'withdrawn' }))
    const terms = { document: 'terms', status: 'given', route: '/admin/login/terms?version=2026-11' }
    expect(data).toContainEqual(expect.objectContaining(terms))
    expect(await found()).toEqual([false, false])
    expect(await api.post('/member/consent/withdraw', { document: 'publicDisclosure' })).toMatchObject({ code: 409 })
    expect(await db.select().from(consent).where(eq(consent.document, 'publicDisclosure'))).toHaveLength(1)
  })
})

describe('deleting the account', () => {
  const fileOf = async (ownerId: number, attachedAt?: Date) => {
    const key = `2026/${randomUUID()}`
    await site.services.store.put(key, Buffer.from('scan'))
    const of = { key, name: 'a.pdf', type: 'application/pdf', size: 4, sha256: key, ownerId, attachedAt }
    const [row] = await site.services.db.insert(file).values(of).returning()
    return row!
  }

  test('wants the password, and no application under way', async () => {
    const { api, accountId } = await signUp(site)
    expect(await remove(api, 'wrong')).toMatchObject({ code: 400, data: { fields: { password: '密码不正确' } } })
    const of = { kind: 'membership', accountId, title: '测试', state: 'submitted' as const, number: 'RH2026-990001' }
    const [open] = await site.services.db.insert(application).values(of).returning()
    const refused = await remove(api, PASSWORD)
    expect(refused).toMatchObject({ code: 409, msg: /RH2026-990001（待初审）.*撤回/ })
    await site.services.db.update(application).set({ state: 'withdrawn' }).where(eq(application.id, open!.id))
    expect(await remove(api, PASSWORD)).toMatchObject({ code: 200 })
  })

  test('clears who it was, ends every session and removes what nothing needs', async () => {
    const { db, store } = site.services
    const made = await signUp(site)
    const [loose, used] = [await fileOf(made.accountId), await fileOf(made.accountId, new Date())]
    await notify(
      { ...site.services, now: new Date() },
      { accountId: made.accountId, kind: 'system', title: 'a', content: 'b' },
    )
    const form = { name: '草稿里的单位' }
    await db.insert(application).values({ kind: 'membership', accountId: made.accountId, title: '草稿', form })
    expect(await remove(made.api, PASSWORD, '不再使用')).toMatchObject({ code: 200 })

    const [row] = await db.select().from(account).where(eq(account.id, made.accountId))
    expect(row).toMatchObject({
      status: 'deleted',
      displayName: '已注销',
      phoneSealed: null,
      phoneHash: null,
      creditCode: null,
    })
    expect(JSON.stringify(row)).not.toContain(made.userName)
    expect((await made.api.get('/member/info')).status).toBe(401)
    expect(await db.$count(session, eq(session.accountId, made.accountId))).toBe(0)
    expect(await db.$count(message, eq(message.accountId, made.accountId))).toBe(0)
    const [draft] = await db.select().from(application).where(eq(application.accountId, made.accountId))
    expect(draft).toMatchObject({ state: 'withdrawn', form: {}, title: '已注销' })
    expect(await db.$count(file, eq(file.ownerId, made.accountId))).toBe(0)
    for (const { key } of [loose, used]) await expect(store.open(key)).rejects.toThrow()
    expect((await textsTo(site, made.phone))[0]).toContain('注销')
    expect((await site.post('/login', { account: made.phone, password: PASSWORD })).code).toBe(400)
    const [line] = await db.select().from(auditEvent).where(eq(auditEvent.action, 'privacy.deleteAccount')).limit(1)
    expect(line).toMatchObject({ objectType: 'account' })
    // The same phone and the same company may sign up again.
    await advanceTime(site, 2)
    const again = await signUp(site, { phone: made.phone, creditCode: (made as { creditCode?: string }).creditCode })
    expect(again.accountId).not.toBe(made.accountId)
  })

  test('keeps the pictures of an approved application, and not a file whose number happens to stand in it', async () => {
    const { db } = site.services
    const { api, accountId } = await signUp(site)
    const [picture, other] = [await fileOf(accountId, new Date()), await fileOf(accountId, new Date())]
    await db.insert(application).values({
      kind: 'advert',
      accountId,
      title: '测试',
      state: 'approved',
      form: { picture: picture.id, title: other.id },
    })
    expect(await remove(api, PASSWORD)).toMatchObject({ code: 200 })
    const left = await db.select({ id: file.id }).from(file).where(eq(file.ownerId, accountId))
    expect(left).toEqual([{ id: picture.id }])
  })

  test('waits for what is not settled, and leaves what the registers say', async () => {
    const { api, personId } = await demo('zhangwei')
    const { db } = site.services
    const before = await db.$count(certificate, eq(certificate.personId, personId!))
    const refused = await remove(api, DEMO_PASSWORD)
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('奖励申报') })
    const { data: entries } = await api.get('/award/list', {})
    for (const { id, version } of entries.list) await api.post('/award/withdraw', { id, version })
    expect(await remove(api, DEMO_PASSWORD)).toMatchObject({ code: 200 })
    const [self] = await db.select().from(person).where(eq(person.id, personId!))
    expect(self).toMatchObject({ name: '张伟', mobileSealed: null, email: '' })
    expect(self!.idNumberHash).not.toBeNull()
    expect(await db.$count(member, eq(member.personId, personId!))).toBe(1)
    expect(await db.$count(certificate, eq(certificate.personId, personId!))).toBe(before)
  })
})
