import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  admin,
  begin,
  confirmationFor,
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
  newAddress,
  newCreditCode,
  newPhone,
  signUp,
  signUpComplete,
} from '#test/support/make.ts'
import { handover } from '../server/tables.ts'

setUpHandover()

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
    expect((await admin.get('/staff/handover/detail', { id })).data.canResend).toBe(true)
    expect((await admin.post('/staff/handover/freeze', { id })).data.status).toBe('frozen')
    expect((await guess(await confirmationFor(number))).code).toBe(200)
  })

  test('with a wrong code for the phone, or with a phone that has an account, does not begin', async () => {
    const { phone, ...company } = await signUp(site)
    await advanceTime(site, 2)
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
