import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { selectFees } from '#modules/membership/server/feeRows.ts'
import { sendMailings } from '#modules/messages/server/mailings.ts'
import {
  cashier,
  cashierCookie,
  job,
  memberRow,
  messages,
  mine,
  qingyuan,
  setUpMemberFees,
  token,
  YEAR,
} from '#test/setups/membership/memberFees.ts'
import { site } from '#test/setups/site.ts'
import { asStaff, putFile, signInAs, staffSession, staffWith, textsTo } from '#test/support/make.ts'
import { memberFee } from '../server/tables.ts'

setUpMemberFees()

const DUE = '2040-06-30'
const CODE = '91110105MA01ABCD13'
const feeOf = async (memberId = mine, year = YEAR) => {
  const where = and(eq(memberFee.memberId, memberId), eq(memberFee.year, year))
  return (await selectFees(site.services).where(where))[0]!
}
const receipt = async () => ({
  paidOn: dayOf(new Date()),
  payer: '北京清源锅炉清洗有限公司',
  receiptTitle: '北京清源锅炉清洗有限公司',
  receiptCreditCode: CODE,
  receiptEmail: 'finance@example.com',
  slipId: await putFile(site, token, '回单.png'),
})

describe('the fees of a year', () => {
  test('are raised for every member once, as many as was said before', async () => {
    const { data: ahead } = await cashier.get('/staff/fee/raise', { year: YEAR })
    expect(ahead.count).toBeGreaterThan(3)
    expect(ahead.amount).toBe(
      ahead.levels.reduce((sum: number, { fee, count }: { fee: number; count: number }) => sum + fee * count, 0),
    )
    const wrong = { year: YEAR, dueOn: DUE, expected: ahead.count + 1 }
    expect(await cashier.post('/staff/fee/raise', wrong)).toMatchObject({ code: 409 })
    const answers = await Promise.all(
      [1, 2, 3].map(() => cashier.post('/staff/fee/raise', { year: YEAR, dueOn: DUE, expected: ahead.count })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
    const fees = await selectFees(site.services).where(eq(memberFee.year, YEAR))
    expect(fees).toHaveLength(ahead.count)
    expect(new Set(fees.map(({ memberId }) => memberId)).size).toBe(ahead.count)
    expect((await cashier.get('/staff/fee/raise', { year: YEAR })).data).toMatchObject({
      count: 0,
      already: ahead.count,
    })
  })

  test('only by who has typed the password just now, and only by finance', async () => {
    const late = await staffSession(site, await staffWith(site, ['cashier']))
    const { session } = await import('#modules/accounts/server/tables.ts')
    const { hashToken } = await import('#modules/accounts/server/sessions.ts')
    const tokenHash = hashToken(late.cookie.replace('staff=', ''))
    await site.services.db.update(session).set({ confirmedAt: null }).where(eq(session.tokenHash, tokenHash))
    const body = { year: YEAR + 1, dueOn: '2041-06-30', expected: 1 }
    expect(await site.as(late).post('/staff/fee/raise', body)).toMatchObject({ code: 428 })
    expect(await (await asStaff(site, 'reviewer')).post('/staff/fee/raise', body)).toMatchObject({ code: 403 })
  })

  test('and the members are told in batches by the job, each what it owes', async () => {
    await Promise.all([sendMailings(job()), sendMailings(job())])
    const told = (await messages()).filter(({ title }: { title: string }) => title === `${YEAR} 年度会费缴纳通知`)
    expect(told).toHaveLength(1)
    expect(told[0].content).toContain('北京清源锅炉清洗有限公司')
    expect(told[0].content).toContain(DUE)
  })
})

describe('a member pays', () => {
  test('by showing the slip, and sees how far it has come; the title of the receipt is kept for the next time', async () => {
    const { data } = await qingyuan.get('/member/membership')
    const due = data.fees.find(({ year }: { year: number }) => year === YEAR)
    expect(due).toMatchObject({ state: 'due', canPay: true, dueOn: DUE })
    expect(due.remark).toContain(data.member.memberNo)
    expect(await qingyuan.post('/member/fee/pay', { id: due.id, receipt: {} })).toMatchObject({
      code: 400,
      data: { fields: { 'receipt.slipId': '请上传汇款凭证' } },
    })
    const paid = await qingyuan.post('/member/fee/pay', { id: due.id, version: due.version, receipt: await receipt() })
    expect(paid).toMatchObject({ code: 200, data: { state: 'claimed' } })
    const own = async () => (await qingyuan.get('/member/invoiceTitle/list')).data.list
    const kept = await own()
    expect(kept).toMatchObject([{ title: '北京清源锅炉清洗有限公司', creditCode: CODE }])
    const { id } = kept[0]
    expect((await site.as(await signInAs(site, 'taishan')).post('/member/invoiceTitle/remove', { id })).code).toBe(404)
    expect((await qingyuan.post('/member/invoiceTitle/remove', { id })).code).toBe(200)
    expect(await own()).toEqual([])
    const again = { id: due.id, receipt: await receipt() }
    expect(await qingyuan.post('/member/fee/pay', again)).toMatchObject({ code: 409 })
  })

  test('and nobody pays, sees or downloads the fee of another', async () => {
    const zhangwei = site.as(await signInAs(site, 'zhangwei'))
    const { id } = await feeOf()
    expect(await zhangwei.post('/member/fee/pay', { id, receipt: await receipt() })).toMatchObject({ code: 404 })
    expect(await zhangwei.post('/member/download', { type: 'feeNotice', feeId: id })).toMatchObject({ code: 404 })
    const notice = await qingyuan.download('/member/download', { type: 'feeNotice', feeId: id })
    expect(notice.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('a slip is sent back with a reason, by text too, and handed in again', async () => {
    const { id, version } = await feeOf()
    expect(await cashier.post('/staff/fee/settle', { id, version, action: 'return' })).toMatchObject({
      data: { fields: { reason: expect.any(String) } },
    })
    const back = { id, version, action: 'return', reason: '凭证看不清' }
    expect(await cashier.post('/staff/fee/settle', back)).toMatchObject({ data: { state: 'refused' } })
    expect((await messages())[0].content).toContain('凭证看不清')
    expect((await textsTo(site, '13900000001'))[0]).toContain('被退回')
    const { data } = await qingyuan.get('/member/membership')
    const fee = data.fees.find(({ year }: { year: number }) => year === YEAR)
    expect(fee).toMatchObject({ state: 'refused', returnReason: '凭证看不清', canPay: true, hasReceipt: false })
    expect((await cashier.get('/staff/fee/detail', { id })).data).toMatchObject({
      returnReason: '凭证看不清',
      receiptCreditCode: CODE,
    })
    expect((await qingyuan.post('/member/fee/pay', { id, receipt: await receipt() })).code).toBe(200)
  })

  test('two cashiers confirm at once: one does, the other is told who and when', async () => {
    const other = await asStaff(site, 'admin')
    const { id, version } = await feeOf()
    const body = { id, version, action: 'confirm' }
    const answers = await Promise.all([cashier.post('/staff/fee/settle', body), other.post('/staff/fee/settle', body)])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)!.msg).toMatch(/^已由 .+ 于 \d{4}-.+ 处理/)
    expect((await memberRow()).feePaidYear).toBe(YEAR)
    const sheet = await qingyuan.download('/member/download', { type: 'receipt', feeId: id })
    expect(sheet.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('the receipt comes as a message with its file, which only who got it may read', async () => {
    const { id, version } = await feeOf()
    const fileId = await putFileAs('票据.png')
    const sent = { id, version, fileId, number: '0012345678' }
    expect(await cashier.post('/staff/fee/receipt', sent)).toMatchObject({ code: 200 })
    const { data: seen } = await qingyuan.get('/member/membership')
    expect(seen.fees.find(({ year }: { year: number }) => year === YEAR)).toMatchObject({ hasReceipt: true })
    const [first] = await messages()
    expect(first).toMatchObject({ title: `${YEAR} 年度会费票据`, files: [{ name: '票据.png' }] })
    const headers = (token: string) => ({ token, 'sec-fetch-site': 'same-origin' })
    const url = `/api/member/message/file?id=${first.id}`
    const own = await site.app.inject({ url, headers: headers(token) })
    expect(own.headers['content-type']).toBe('image/png')
    const none = await site.app.inject({ url: '/api/member/message/file?id=1', headers: headers(token) })
    expect(none.json().code).toBe(404)
    const theirs = await site.app.inject({ url, headers: headers(await signInAs(site, 'zhangwei')) })
    expect(theirs.json().code).toBe(404)
  })

  test('what was done to it is told in order, from the audit log', async () => {
    const { id } = await feeOf()
    const { data } = await cashier.get('/staff/fee/detail', { id })
    expect(data.history.map(({ what }: { what: string }) => what)).toEqual([
      '会员提交缴费凭证',
      '退回缴费凭证',
      '会员提交缴费凭证',
      '确认到账',
      '发送票据',
    ])
    expect(data).toMatchObject({ state: 'confirmed', receiptNumber: '0012345678', may: ['receipt'] })
  })
})

/** Uploads a file as the cashier. */
async function putFileAs(name: string): Promise<number> {
  const { default: sharp } = await import('sharp')
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('use', 'material')
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const body = new Response(form)
  const response = await site.app.inject({
    method: 'POST',
    url: '/api/file/upload',
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...cashierCookie, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! },
  })
  return response.json().data.id
}

describe('less is asked for', () => {
  const others = async () => {
    const due = and(eq(memberFee.year, YEAR), eq(receivable.state, 'due'))
    return selectFees(site.services).where(due).orderBy(memberFee.id)
  }

  test('with a reason, which the member reads; nothing at all is a waiver, and can be taken back', async () => {
    const [one] = await others()
    const { id, version, amount } = one!
    expect((await cashier.post('/staff/fee/adjust', { id, version, amount: 0 })).code).toBe(400)
    expect(await cashier.post('/staff/fee/adjust', { id, version, amount: amount + 1, reason: '多收' })).toMatchObject({
      code: 400,
    })
    const waived = await cashier.post('/staff/fee/adjust', { id, version, amount: 0, reason: '理事会决议' })
    expect(waived).toMatchObject({ data: { state: 'waived', version: version + 1 } })
    const row = { standard: amount, amount: 0, isLate: false }
    expect((await cashier.get('/staff/fee/detail', { id })).data).toMatchObject({ ...row, adjustReason: '理事会决议' })
    const { list } = (await cashier.get('/staff/fee/list', { year: YEAR, state: 'waived' })).data
    expect(list).toMatchObject([{ id, ...row }])
    expect((await cashier.get('/staff/fee/totals', { year: YEAR })).data.waived).toBe(amount)
    const stale = { id, version, amount: 100, reason: '旧页面' }
    expect(await cashier.post('/staff/fee/adjust', stale)).toMatchObject({ code: 409 })
    const back = { id, version: version + 1, amount, reason: '决议撤销' }
    expect(await cashier.post('/staff/fee/adjust', back)).toMatchObject({ data: { state: 'due' } })
    const lines = await site.services.db
      .select()
      .from(auditEvent)
      .where(eq(auditEvent.action, 'fee.adjust'))
      .orderBy(auditEvent.id)
    expect(lines.map(({ before, after }) => [before!.state, after!.state])).toEqual([
      ['待缴', '已免缴'],
      ['已免缴', '待缴'],
    ])
  })

  test('and the sums are those of the list, filtered alike', async () => {
    const { data: all } = await cashier.get('/staff/fee/totals', { year: YEAR })
    const { data: open } = await cashier.get('/staff/fee/list', { year: YEAR, state: 'open', pageSize: 100 })
    expect(all.open).toBe(open.list.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0))
    expect(all.due).toBe(all.open + all.paid)
    const { data: found } = await cashier.get('/staff/fee/list', { year: YEAR, words: '清源' })
    expect(found.list).toMatchObject([{ name: '北京清源锅炉清洗有限公司', state: 'confirmed', hasReceipt: true }])
    const headers = { ...cashierCookie, 'sec-fetch-site': 'same-origin' }
    const file = await site.app.inject({ url: `/api/staff/fee/export?year=${YEAR}&words=清源`, headers })
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})
