import { eq } from 'drizzle-orm'
import QRCode from 'qrcode'
import { describe, expect, test } from 'vitest'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { session } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import {
  admin,
  begin,
  confirmationFor,
  SECOND,
  send,
  setUpHandover,
  statusOf,
  submitted,
  upload,
} from '#test/setups/handover.ts'
import { site } from '#test/setups/site.ts'
import {
  advanceTime,
  asStaff,
  codeFor,
  newAddress,
  PASSWORD,
  signUp,
  signUpComplete,
  staffSession,
  textsTo,
} from '#test/support/make.ts'
import { codesIn } from '#test/support/uploads.ts'

setUpHandover()

describe('a company whose contact has left', () => {
  test('is handed over: letter, freeze, second representative, decision, new password', async () => {
    const company = await signUpComplete(site)
    const { id, number, ticket, phone } = await submitted(company)
    const listed = (await admin.get('/staff/handover/list')).data.list.find((one: { id: number }) => one.id === id)
    expect(listed).toMatchObject({
      number,
      contactName: '周新',
      status: 'submitted',
      files: [{ name: '变更函.pdf' }],
      account: { userName: company.userName, status: 'active' },
      second: { name: '李晓明', roleName: '会员代表', phone: '139****0901' },
    })

    expect((await admin.post('/staff/handover/freeze', { id })).data.status).toBe('frozen')
    expect((await company.api.get('/member/info')).status).toBe(550)
    for (const to of [company.phone, SECOND, '13900000902'])
      expect((await textsTo(site, to)).join()).toContain('已暂时冻结')
    const early = await admin.post('/staff/handover/decide', { id, action: 'approve' })
    expect([early.code, early.msg]).toEqual([409, expect.stringContaining('尚未确认')])

    const wrong = await site.from(newAddress()).post('/handover/confirm', { number, code: '000000' })
    expect(wrong.code).toBe(400)
    const code = await confirmationFor(number)
    expect((await site.from(newAddress()).post('/handover/confirm', { number, code })).code).toBe(200)
    const { confirmedAt } = (await admin.get('/staff/handover/detail', { id })).data
    expect(Math.abs(Date.now() - Date.parse(confirmedAt))).toBeLessThan(60_000)
    expect((await admin.get('/staff/handover/list', { key: number })).data.list).toMatchObject([{ id, confirmedAt }])
    expect((await admin.post('/staff/handover/decide', { id, action: 'approve' })).data.status).toBe('approved')

    const signIn = (name: string, password = PASSWORD) =>
      site.from(newAddress()).post('/login', { account: name, password })
    expect((await signIn(company.userName)).code).toBe(400)
    await advanceTime(site, 2)
    const newPwd = '换了联系人 也换口令 8'
    const reset = { phone, code: await codeFor(site, { scene: 'reset', phone }), newPwd, confirmPwd: newPwd }
    expect((await site.from(newAddress()).post('/pwd/resetByCode', reset)).code).toBe(200)
    const { data } = await signIn(phone, newPwd)
    const info = (await site.as(data.token).get('/member/org/info')).data
    expect(info.form).toMatchObject({ liaisonName: '周新', representativeName: '李晓明' })
    const { list } = (await site.as(data.token).get('/member/message/list')).data
    expect(list.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining(['联系人变更', '登录密码已修改']),
    )
    expect((await signIn(company.phone, newPwd)).code).toBe(400)
    expect((await send('GET', 'status', ticket)).data).toMatchObject({ status: 'approved', orgName: company.orgName })

    const events = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.objectType, 'handover'))
      .orderBy(auditEvent.id)
    expect(events.filter(({ objectId }) => objectId === id).map(({ action }) => action)).toEqual(
      ['begin', 'submit', 'frozen', 'confirm', 'approved'].map(step => `handover.${step}`),
    )
    expect(JSON.stringify(events)).not.toMatch(/139000|"code"/)
  })

  test('keeps its account where the letter is refused, and both sides are told', async () => {
    const company = await signUpComplete(site)
    const { id, phone, ticket } = await submitted(company)
    await admin.post('/staff/handover/freeze', { id })
    expect((await admin.post('/staff/handover/decide', { id, action: 'reject' })).data.fields.reason).toBeTruthy()
    await admin.post('/staff/handover/decide', { id, action: 'reject', reason: '变更函未盖公章' })
    expect(await statusOf(company.userName)).toBe('active')
    expect((await textsTo(site, phone))[0]).toContain('变更函未盖公章')
    expect((await textsTo(site, company.phone))[0]).toContain('已恢复使用')
    expect((await send('GET', 'status', ticket)).data.reason).toBe('变更函未盖公章')
    expect((await site.from(newAddress()).post('/login', { account: company.userName, password: PASSWORD })).code).toBe(
      200,
    )
  })

  test('may hand in a photo of the letter, whose code is read', async () => {
    const { ticket } = await begin(await signUpComplete(site))
    const photo = await QRCode.toBuffer('https://site.test/变更函', { width: 400 })
    const { data } = await upload(ticket, photo, '变更函.png')
    expect(data).toMatchObject({ width: 400, height: 400 })
    expect(await codesIn(site, data.id)).toEqual(['https://site.test/变更函'])
  })

  test('without a second contact is decided with a reason only', async () => {
    const company = await signUp(site)
    const { id } = await submitted(company)
    await admin.post('/staff/handover/freeze', { id })
    const bare = await admin.post('/staff/handover/decide', { id, action: 'approve' })
    expect(bare.data.fields.reason).toContain('回拨')
    const reason = '已回拨营业执照登记的座机核实'
    expect((await admin.post('/staff/handover/decide', { id, action: 'approve', reason })).data.status).toBe('approved')
  })
})

describe('the staff', () => {
  test('find a handover by its words and number, see how it went, and save the list', async () => {
    const company = await signUpComplete(site)
    const { id, number } = await submitted(company, { contactName: '吴晓' })
    const keeper = await asStaff(site, 'reviewer')
    for (const key of [number, company.creditCode!, '吴晓'])
      expect((await keeper.get('/staff/handover/list', { key })).data.list).toMatchObject([{ id, number }])
    expect((await keeper.get('/staff/handover/list', { key: number, status: 'frozen' })).data.total).toBe(0)
    await admin.post('/staff/handover/freeze', { id })
    await admin.post('/staff/handover/decide', { id, action: 'reject', reason: '变更函未盖公章' })
    const ended = (await keeper.get('/staff/handover/list', { key: number, status: 'rejected' })).data.list
    expect(ended).toMatchObject([{ id, reason: '变更函未盖公章' }])
    const { data } = await keeper.get('/staff/handover/detail', { id })
    expect(data).toMatchObject({ orgName: company.orgName, status: 'rejected', canResend: false })
    const told = data.timeline.map((one: Record<string, string>) => [one.actionName, one.toName, one.actorName])
    expect(told).toEqual([
      ['提出变更', '待上传变更函', '新联系人'],
      ['提交变更函', '待协会核对', '新联系人'],
      ['核对变更函，发出确认码', '账号已冻结，待确认', '关毅'],
      ['不予变更', '不予变更', '关毅'],
    ])
    expect(data.timeline.at(-1).opinion).toBe('变更函未盖公章')
    expect(JSON.stringify(data)).not.toMatch(/139000\d{5}/)
    const headers = await staffSession(site, 'admin')
    const sheet = await site.app.inject({ url: `/api/staff/handover/export?status=rejected&key=${number}`, headers })
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('who keep the register look on; whose account changes hands is not for them to say', async () => {
    const { id } = await submitted(await signUpComplete(site))
    const keeper = await asStaff(site, 'reviewer')
    expect((await keeper.get('/staff/handover/detail', { id })).code).toBe(200)
    expect((await keeper.post('/staff/handover/freeze', { id })).code).toBe(403)
  })

  test('type their password anew before they freeze or decide', async () => {
    const { id } = await submitted(await signUpComplete(site))
    const { cookie } = await staffSession(site, 'admin')
    const tokenHash = hashToken(cookie.replace('staff=', ''))
    const anHourAgo = new Date(Date.now() - 3_600_000)
    await site.services.db.update(session).set({ confirmedAt: anHourAgo }).where(eq(session.tokenHash, tokenHash))
    const answers = [
      await site.as({ cookie }).post('/staff/handover/freeze', { id }),
      await site.as({ cookie }).post('/staff/handover/decide', { id, action: 'reject', reason: '不符' }),
    ]
    expect(answers.map(({ code }) => code)).toEqual([428, 428])
  })
})
