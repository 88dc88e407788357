import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { account, session } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { startApp } from '../../../../test/app.ts'
import {
  asStaff,
  codeFor,
  later,
  newAddress,
  newCreditCode,
  newPhone,
  PASSWORD,
  signUp,
  signUpComplete,
  staffSession,
  textsTo,
} from '../../../../test/make.ts'
import { pdf } from '../../../../test/uploads.ts'
import { handover } from '../server/tables.ts'

/** The representative of `organisationProfile`. */
const SECOND = '13900000901'

let site: Awaited<ReturnType<typeof startApp>>
let admin: ReturnType<typeof site.as>
beforeAll(async () => {
  site = await startApp({ demo: true })
  admin = await asStaff(site, 'admin')
})
afterAll(() => site.close())

type Company = { orgName?: string; creditCode?: string }
type Wanted = Partial<{ phone: string; contactName: string }>

/** As somebody with a phone, and from then on with a ticket. */
async function begin({ orgName, creditCode }: Company, { phone = newPhone(), contactName = '周新' }: Wanted = {}) {
  const code = await codeFor(site, { scene: 'handover', phone })
  const about = { orgName, creditCode, contactName, position: '办公室主任', phone, code }
  const { data, ...answer } = await site.from(newAddress()).post('/handover/begin', about)
  return { ...answer, ...data, phone } as { code: number; msg: string; number: string; ticket: string; phone: string }
}

const send = async (method: 'GET' | 'POST', path: string, ticket: string, payload?: object) => {
  const response = await site.app.inject({
    method,
    url: `/api/handover/${path}`,
    payload,
    headers: { ticket },
    remoteAddress: newAddress(),
  })
  return response.json()
}

async function upload(ticket: string) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(pdf())], '变更函.pdf'))
  return send('POST', 'letter', ticket, form)
}

/** Up to the point at which the association looks at the letter. */
async function submitted(company: Company, wanted?: Wanted) {
  const begun = await begin(company, wanted)
  const { data } = await upload(begun.ticket)
  expect((await send('POST', 'submit', begun.ticket, { fileIds: [data.id] })).data.status).toBe('submitted')
  return { ...begun, id: Number(begun.number.slice(-6)) }
}

const statusOf = async (userName: string) =>
  (await site.services.db.select().from(account).where(eq(account.userName, userName)))[0]!.status
const confirmationFor = async (number: string) =>
  (await textsTo(site, SECOND)).find(text => text.includes(number))!.match(/确认码 (\d{6})/)![1]!

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
    expect((await admin.post('/staff/handover/decide', { id, action: 'approve' })).data.status).toBe('approved')

    const signIn = (name: string, password = PASSWORD) =>
      site.from(newAddress()).post('/login', { account: name, password })
    expect((await signIn(company.userName)).code).toBe(400)
    await later(site, 2)
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

    const events = await site.services.db.select().from(auditEvent).where(eq(auditEvent.objectType, 'handover'))
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

describe('a stranger', () => {
  test('learns nothing of who has an account, and freezes nobody', async () => {
    const company = await signUpComplete(site)
    const [known, unknown] = [
      await begin(company),
      await begin({ orgName: '上海不存在锅炉有限公司', creditCode: newCreditCode() }),
    ]
    const shape = ({ code, msg, number, ticket }: typeof known) => [code, msg, number.length, ticket.length]
    expect(shape(known)).toEqual(shape(unknown))
    for (const path of ['/staff/handover/freeze', '/staff/handover/decide'])
      for (const who of [site, company.api, await asStaff(site, 'reviewer')])
        expect([401, 403]).toContain((await who.post(path, { id: 1, action: 'approve' })).code)
    expect(await statusOf(company.userName)).toBe('active')
  })

  test('without a ticket, or with another’s, neither uploads nor sees anything', async () => {
    const { ticket } = await begin(await signUp(site))
    for (const wrong of ['', 'x', `${ticket}x`]) {
      expect((await upload(wrong)).code).toBe(403)
      expect((await send('GET', 'status', wrong)).code).toBe(403)
    }
    const [mine, theirs] = [await upload(ticket), await begin(await signUp(site))]
    const stolen = await send('POST', 'submit', theirs.ticket, { fileIds: [mine.data.id] })
    expect([stolen.code, stolen.msg]).toEqual([400, expect.stringContaining('不是您上传的')])
  })

  test('may guess the confirmation five times, from wherever', async () => {
    const { id, number } = await submitted(await signUpComplete(site))
    await admin.post('/staff/handover/freeze', { id })
    const code = await confirmationFor(number)
    const guess = (guessed: string) => site.from(newAddress()).post('/handover/confirm', { number, code: guessed })
    const wrong = code === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 8 }, () => guess(wrong)))
    expect((await guess(code)).code).toBe(400)
    expect((await admin.post('/staff/handover/freeze', { id })).data.status).toBe('frozen')
    expect((await guess(await confirmationFor(number))).code).toBe(200)
  })

  test('with a wrong code for the phone, or with a phone that has an account, does not begin', async () => {
    const { phone, ...company } = await signUp(site)
    await later(site, 2)
    const taken = await begin(company, { phone })
    expect([taken.code, taken.msg]).toEqual([400, '手机号有误'])
    const about = { ...company, contactName: '周新', position: '主任', phone: newPhone(), code: '123456' }
    expect((await site.from(newAddress()).post('/handover/begin', about)).code).toBe(400)
  })
})

describe('two members of staff', () => {
  test('who decide at once: one does, the other is told who and when', async () => {
    const company = await signUpComplete(site)
    const { id, number } = await submitted(company)
    const frozen = await Promise.all([1, 2].map(() => admin.post('/staff/handover/freeze', { id })))
    expect(frozen.map(({ code }) => code).sort()).toEqual([200, 409])
    await site.from(newAddress()).post('/handover/confirm', { number, code: await confirmationFor(number) })
    const decided = await Promise.all([
      admin.post('/staff/handover/decide', { id, action: 'approve' }),
      admin.post('/staff/handover/decide', { id, action: 'reject', reason: '电话核实不符' }),
    ])
    expect(decided.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(decided.find(({ code }) => code === 409)!.msg).toMatch(/已由 关毅 于 .* 处理/)
    expect(await statusOf(company.userName)).toBe('active')
  })

  test('who freeze one account for two letters: one of them', async () => {
    const company = await signUpComplete(site)
    const letters = [await submitted(company), await submitted(company)]
    const answers = await Promise.all(letters.map(({ id }) => admin.post('/staff/handover/freeze', { id })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    const rows = await site.services.db.select().from(handover).where(eq(handover.creditCode, company.creditCode!))
    expect(rows.map(({ state }) => state).sort()).toEqual(['frozen', 'submitted'])
  })
})
