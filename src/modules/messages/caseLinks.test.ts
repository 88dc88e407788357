import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '#api/contract.ts'
import type { Endpoint, Key } from '#lib/contract.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { noteOperation, operation } from '#lib/server/process/operation.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { admin, applied, detail, lines, reviewer, setUpReviewDesk } from '#test/setups/reviewDesk.ts'
import { site } from '#test/setups/site.ts'
import { addressOf, allOutgoing, type Colleague, colleagueWithPhone, enter, openLink } from '#test/support/caseLinks.ts'
import { asStaff, newAddress, putFile, textsTo } from '#test/support/make.ts'
import { caseLink } from './server/tables.ts'

setUpReviewDesk()

/** An application that its colleague was given, with the link to it. */
async function assigned(to?: Colleague) {
  const colleague = to ?? (await colleagueWithPhone(site, ['reviewer']))
  const of = await applied()
  const given = await reviewer.post('/staff/review/assign', { ids: [of.id], assigneeId: colleague.id })
  expect(given.data).toMatchObject([{ done: true }])
  return { ...of, colleague }
}
const set = (of: Colleague, changes: Partial<typeof account.$inferInsert>) =>
  site.services.db.update(account).set(changes).where(eq(account.id, of.id))
const setting = async (changes: object) => {
  const { data } = await admin.get('/staff/settings')
  const { version, values } = data.find(({ code }: { code: string }) => code === 'caseLinks')
  const saved = await admin.post('/staff/settings/save', {
    code: 'caseLinks',
    version,
    form: { ...values, ...changes },
  })
  expect(saved).toMatchObject({ code: 200 })
}
const check = async (token: string) => site.from(newAddress()).post('/caseLink/check', { token })

describe('an application is decided on the phone of whom it was given to', () => {
  test('the text names nobody; the link opens the question for the code, the code the case, and the act ends it', async () => {
    const { id, name, colleague } = await assigned()
    const [text] = await textsTo(site, colleague.phone)
    expect(text).toMatch(
      /^有一项工作待您办理，请在 24 小时内打开 http:\/\/site\.test\/staff\/link ，输入口令 [\w-]{19} /,
    )
    expect(text).not.toContain(name)
    const token = await colleague.passcode()
    expect(await check(token)).toMatchObject({ code: 200, data: {} })
    const opened = await openLink(site, colleague)
    const { data } = await opened.read()
    expect(data).toMatchObject({
      name: colleague.name,
      kindName: '入会申请',
      title: name,
      stateName: '待初审',
      hindrance: '',
    })
    const acts = data.acts.map(({ code, consequence }: { code: string; consequence: string }) => [code, consequence])
    const { consequences } = (await reviewer.get('/staff/review/reasons', { id })).data
    expect(acts).toEqual(Object.entries(consequences))
    expect((await opened.reach('return', { reason: '（待填写）' })).data).toMatchObject({ people: 1, inbox: 1 })
    expect((await detail(reviewer, id)).status, 'asking whom it reaches changes nothing').toBe('submitted')
    expect(await opened.act('return')).toMatchObject({ code: 400, data: { fields: { reason: expect.any(String) } } })
    expect(await opened.act('return', { reason: '请补营业执照', seen: '999' })).toMatchObject({ code: 409 })
    expect(await opened.act('return', { reason: '请补营业执照' })).toMatchObject({ code: 200 })
    const after = await detail(reviewer, id)
    expect(after.timeline.at(-1)).toMatchObject({ actorName: colleague.name, opinion: '请补营业执照' })
    expect(await opened.read(), 'the session went with the act').toMatchObject({ code: 404 })
    expect(await check(token)).toMatchObject({ code: 404, msg: expect.stringMatching(/用过，每个链接只能办理一次/) })
    expect(await enter(site, token, await colleague.code())).toMatchObject({ code: 404 })
    const log = await site.services.db.select().from(auditEvent).where(eq(auditEvent.actorId, colleague.id))
    const ofCase = log.filter(({ objectType, objectId }) => objectType === 'application' && objectId === id)
    expect(ofCase.map(({ action }) => action)).toContain('caseLink.read')
    expect(ofCase.length).toBeGreaterThan(1)
    for (const { detail } of ofCase) expect(detail).toMatchObject({ 途径: '消息中的办理链接' })
    expect(await lines('caseLink.read', id)).toHaveLength(1)
  })

  test('two taps at once decide once', async () => {
    const { id, colleague } = await assigned()
    const opened = await openLink(site, colleague)
    const { seen } = (await opened.read()).data
    const both = await Promise.all([opened.act('pass', { seen }), opened.act('pass', { seen })])
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 404])
    const passed = (await detail(reviewer, id)).timeline.filter(({ action }: { action: string }) => action === 'pass')
    expect(passed).toHaveLength(1)
  })

  test('shows the files of this case and of no other', async () => {
    const [colleague, other] = [await colleagueWithPhone(site, ['reviewer']), await applied()]
    const { id, token, api } = await applied()
    await pass(id)
    const fileId = await putFile(site, token, '营业执照.png')
    const files = ['stampedForm', 'licence'].map(slot => ({ slot, fileId }))
    await api.post('/member/apply2Submit', { applyId: id, files, action: 'submit' })
    const foreign = await putFile(site, other.token, '别家.png')
    await reviewer.post('/staff/review/assign', { ids: [id], assigneeId: colleague.id })
    const opened = await openLink(site, colleague)
    expect((await opened.read()).data.files.map((file: { id: number }) => file.id)).toContain(fileId)
    const { headers } = await opened.file(fileId)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^inline/),
    })
    expect((await opened.file(fileId, '1')).headers['content-disposition']).toMatch(/^attachment/)
    expect((await opened.file(foreign)).json()).toMatchObject({ code: 404 })
    expect((await site.app.inject({ url: `/api/caseLink/file?id=${fileId}` })).json()).toMatchObject({ code: 404 })
  })
})

const pass = async (id: number, by = reviewer) =>
  by.post('/staff/review/decide', { id, version: (await detail(by, id)).version, action: 'pass' })

describe('what holds the messages of an act back', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => {
    vi.useRealTimers()
    noteOperation({ ...operation(), isTrial: false })
    site.services.config.sms = undefined
  })

  test('is said before it on the phone, too: the night, the trial of the site, a provider without the template', async () => {
    const of = await applied()
    vi.setSystemTime(new Date(`${addDays(dayOf(new Date()), 1)}T22:00:00+08:00`))
    const colleague = await colleagueWithPhone(site, ['reviewer'])
    const by = await asStaff(site, 'reviewer')
    expect(await by.post('/staff/review/assign', { ids: [of.id], assigneeId: colleague.id })).toMatchObject({
      code: 200,
    })
    const opened = await openLink(site, colleague)
    const reached = async () => (await opened.reach('return', { reason: '（待填写）' })).data
    const free = { isNight: true, isTrial: false, smsUnfiled: false }
    expect(await reached()).toMatchObject({ ...free, sms: 1 })
    noteOperation({ ...operation(), isTrial: true })
    expect(await reached()).toMatchObject({ ...free, isTrial: true })
    noteOperation({ ...operation(), isTrial: false })
    site.services.config.sms = {
      provider: 'aliyun',
      keyId: '',
      keySecret: '',
      signName: '示例协会',
      endpoint: 'http://127.0.0.1:1',
      codeTemplate: undefined,
      maxVariable: undefined,
    }
    expect(await reached()).toMatchObject({ ...free, sms: 0, smsUnfiled: true })
  })
})

describe('a link is over', () => {
  test('after its hours, which the association sets, and with the switch, at once', async () => {
    await setting({ hours: 2 })
    const { colleague } = await assigned()
    const token = await colleague.passcode()
    const links = await site.services.db
      .select()
      .from(caseLink)
      .where(eq(caseLink.tokenHash, hashToken(token)))
    const row = links[0]
    expect(row!.expiresAt.getTime() - row!.createdAt.getTime()).toBe(2 * 3_600_000)
    const opened = await openLink(site, colleague)
    await setting({ use: 'off' })
    expect(await check(token)).toMatchObject({ code: 404, msg: expect.stringMatching(/停用/) })
    expect(await opened.read()).toMatchObject({ code: 404 })
    const quiet = await assigned()
    expect(await quiet.colleague.passcode()).toBe('')
    await setting({ use: 'on', hours: 24 })
    expect(await check(token)).toMatchObject({ code: 200 })
    await site.services.db.update(caseLink).set({ expiresAt: new Date() }).where(eq(caseLink.id, row!.id))
    expect(await check(token)).toMatchObject({ code: 404, msg: expect.stringMatching(/过期/) })
  })

  test('after five wrong codes, and its owner is told', async () => {
    const { colleague } = await assigned()
    const token = await colleague.passcode()
    for (let i = 0; i < 5; i++)
      expect(await enter(site, token, '000000')).toMatchObject({
        code: 400,
        data: { fields: { code: expect.any(String) } },
      })
    expect(await enter(site, token, await colleague.code())).toMatchObject({
      code: 404,
      msg: expect.stringMatching(/作废/),
    })
    const told = (await textsTo(site, colleague.phone)).filter(text => text.includes('有人打开了发给账号'))
    expect(told).toHaveLength(1)
  })

  test('when the account is closed, or its password or second factor changes; its session, too', async () => {
    const changes = [
      () => ({ status: 'disabled' as const }),
      () => ({ passwordChangedAt: new Date() }),
      () => ({ totpSince: new Date() }),
    ]
    for (const change of changes) {
      const { colleague } = await assigned()
      const opened = await openLink(site, colleague)
      expect(await opened.read()).toMatchObject({ code: 200 })
      await set(colleague, change())
      expect(await opened.read(), String(change)).toMatchObject({ code: 404 })
      expect(await check(await colleague.passcode())).toMatchObject({ code: 404 })
    }
  })

  test('after a quarter of an hour the code is asked for again; opened elsewhere, the first place is shut', async () => {
    const { colleague } = await assigned()
    const first = await openLink(site, colleague)
    const second = await openLink(site, colleague)
    expect([(await first.read()).code, (await second.read()).code]).toEqual([404, 200])
    const set = { sessionUntil: new Date() }
    await site.services.db.update(caseLink).set(set).where(eq(caseLink.accountId, colleague.id))
    expect(await second.act('pass')).toMatchObject({ code: 404, msg: expect.stringMatching(/15 分钟/) })
    expect((await (await openLink(site, colleague)).read()).code).toBe(200)
  })

  test('when somebody has decided meanwhile: by whom and when is said to its owner alone', async () => {
    const { id, colleague } = await assigned()
    const opened = await openLink(site, colleague)
    expect(await pass(id)).toMatchObject({ code: 200 })
    const [own] = await site.services.db.select().from(account).where(eq(account.userName, 'reviewer'))
    const gone = { code: 409, msg: expect.stringMatching(new RegExp(`^已由 ${own!.displayName} 于 .+ 办理`)) }
    expect(await opened.read()).toMatchObject(gone)
    expect(await opened.act('pass', { seen: '1' })).toMatchObject(gone)
    expect(await check(await colleague.passcode())).toMatchObject({ code: 200, data: {} })
    expect(await enter(site, await colleague.passcode(), await colleague.code())).toMatchObject(gone)
  })

  test('when the right to it was taken away', async () => {
    const { id, colleague } = await assigned()
    const opened = await openLink(site, colleague)
    const { seen } = (await opened.read()).data
    await set(colleague, { roles: ['writer'] })
    expect(await opened.read()).toMatchObject({ code: 403 })
    expect(await opened.act('pass', { seen })).toMatchObject({ code: 403 })
    expect((await detail(reviewer, id)).status).toBe('submitted')
  })
})

describe('a link is for one person and one case', () => {
  test('the code of another colleague opens it not, and nobody without a second factor gets one', async () => {
    const { colleague } = await assigned()
    const other = await colleagueWithPhone(site, ['reviewer'])
    expect(await enter(site, await colleague.passcode(), await other.code())).toMatchObject({ code: 400 })
    const bare = await colleagueWithPhone(site, ['reviewer'])
    await set(bare, { totpSince: null, totpSealed: null })
    await assigned(bare)
    expect(await bare.passcode()).toBe('')
    expect((await textsTo(site, bare.phone))[0], 'the usual text goes instead').toMatch(
      /已交您办理，请登录工作后台查看/,
    )
  })

  test('what it opens makes no other call: neither as a cookie, nor as a token, nor as a ticket', async () => {
    const { colleague } = await assigned(await colleagueWithPhone(site, ['admin']))
    const { ticket } = await openLink(site, colleague)
    const calls = Object.entries(contract) as [Key, Endpoint][]
    const closed = calls.filter(([, { who }]) => who !== 'anyone')
    expect(closed.length).toBeGreaterThan(300)
    const ways = [{ cookie: `staff=${ticket}` }, { token: ticket }, { ticket }, { cookie: `__Host-staff=${ticket}` }]
    for (const [key] of closed)
      for (const headers of ways) {
        const { method, url } = addressOf(key)
        const given = { ...headers, 'sec-fetch-site': 'same-origin' }
        const payload = method === 'POST' ? { payload: {} } : {}
        const answer = await site.app.inject({ method, url, headers: given, remoteAddress: newAddress(), ...payload })
        expect(answer.statusCode, `${key} ${JSON.stringify(Object.keys(headers))}`).toBe(401)
      }
  })

  test('no secret of it is stored, and nothing of the case is in its address', async () => {
    const { colleague, name } = await assigned()
    const token = await colleague.passcode()
    const { ticket } = await openLink(site, colleague)
    const stored = JSON.stringify(await site.services.db.select().from(caseLink))
    const sent = (await allOutgoing(site)).filter(({ text }) => text.includes(token))
    expect(sent).toHaveLength(1)
    for (const secret of [token, ticket, name]) expect(stored).not.toContain(secret)
    expect(sent[0]!.stored).not.toContain(token)
    const log = JSON.stringify(await site.services.db.select().from(auditEvent))
    for (const secret of [token, ticket]) expect(log).not.toContain(secret)
  })

  test('by mail it stands beside the words, for who takes each by mail', async () => {
    const { colleague } = await assigned()
    await set(colleague, { email: 'reviewer@example.com' })
    await site.services.db.execute(`update message_choice set mail = 'each' where account_id = ${colleague.id}`)
    await assigned(colleague)
    const mail = (await allOutgoing(site)).find(
      ({ channel, to }) => channel === 'mail' && to === 'reviewer@example.com',
    )
    expect(mail!.text).toContain(`/staff/link#${await colleague.passcode()}`)
    expect(mail!.text).toMatch(/24 小时内有效，只供您本人使用，打开后须输入动态验证码/)
  })
})

describe('a second person', () => {
  let asker: Colleague
  beforeAll(async () => {
    asker = await colleagueWithPhone(site, ['admin'])
  })
  const NUMBER = '62220000000000'
  const change = async (number: string) => {
    const { data } = await asker.api.get('/staff/settings')
    const { version, values } = data.find(({ code }: { code: string }) => code === 'payAccount')
    return asker.api.post('/staff/settings/payAccount', { version, form: { ...values, number } })
  }
  const payNumber = async () =>
    (await asker.api.get('/staff/settings')).data.find(({ code }: { code: string }) => code === 'payAccount').values
      .number

  test('agrees on a phone to what another one asked for; who asked gets no link, and cannot', async () => {
    const second = await colleagueWithPhone(site, ['admin'])
    expect(await asker.api.post('/staff/approval/rules', { rules: ['payAccount'] })).toMatchObject({ code: 200 })
    expect(await change(`${NUMBER}01`)).toMatchObject({ code: 202 })
    const opened = await openLink(site, second)
    const { data } = await opened.read()
    expect(data).toMatchObject({ kindName: '双人复核', title: '修改收款账户', hindrance: '' })
    expect(JSON.stringify(data.sections)).toContain(`${NUMBER}01`)
    expect(data.acts.map(({ code }: { code: string }) => code)).toEqual(['agree', 'refuse'])
    const linksOfAsker = () => site.services.db.select().from(caseLink).where(eq(caseLink.accountId, asker.id))
    expect(await linksOfAsker()).toEqual([])
    expect(await opened.act('agree')).toMatchObject({ code: 200, data: { done: expect.stringMatching(/已生效/) } })
    expect(await payNumber()).toBe(`${NUMBER}01`)
    const [agreed] = await site.services.db.select().from(auditEvent).where(eq(auditEvent.action, 'approval.agree'))
    expect(agreed).toMatchObject({ actorId: second.id, detail: { 途径: '消息中的办理链接' } })
  })

  test('cannot agree to their own request by the link of another one', async () => {
    const second = await colleagueWithPhone(site, ['admin'])
    expect(await change(`${NUMBER}02`)).toMatchObject({ code: 202 })
    await openLink(site, second)
    // The row is turned to the one who asked: the call itself refuses.
    await site.services.db.update(caseLink).set({ accountId: asker.id }).where(eq(caseLink.accountId, second.id))
    const opened = await enter(site, await second.passcode(), await asker.code())
    const visitor = site.as({ ticket: opened.data.ticket }, newAddress())
    const { data } = await visitor.get('/caseLink/case')
    expect(data).toMatchObject({ acts: [], hindrance: expect.stringMatching(/您自己提出/) })
    expect(await visitor.post('/caseLink/act', { act: 'agree', seen: data.seen })).toMatchObject({ code: 409 })
    expect(await payNumber()).toBe(`${NUMBER}01`)
  })

  test('refuses with a reason, of which who asked is told', async () => {
    const second = await colleagueWithPhone(site, ['admin'])
    expect(await change(`${NUMBER}03`)).toMatchObject({ code: 202 })
    const opened = await openLink(site, second)
    expect(await opened.act('refuse')).toMatchObject({ code: 400, data: { fields: { reason: expect.any(String) } } })
    expect(await opened.act('refuse', { reason: '与开户许可不一致' })).toMatchObject({ code: 200 })
    expect(await payNumber()).toBe(`${NUMBER}01`)
    const { data } = await asker.api.get('/staff/message/list', { pageSize: 5 })
    expect(JSON.stringify(data.list)).toContain('与开户许可不一致')
  })
})
