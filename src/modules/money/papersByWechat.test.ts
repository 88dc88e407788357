import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { sendDue } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { raiseFees } from '#modules/membership/server/feeRows.ts'
import { member } from '#modules/membership/server/tables.ts'
import { writeSetting } from '#modules/settings/server/settings.ts'
import { bindWechat } from '#modules/wechat/server/bindings.ts'
import { setUpWechat, site, standIn } from '#test/setups/wechat/service.ts'
import { asStaff, signInAs } from '#test/support/make.ts'

setUpWechat({ demo: true })

let payer: ReturnType<typeof site.as>
let cashier: Awaited<ReturnType<typeof asStaff>>
let owner: typeof account.$inferSelect
beforeAll(async () => {
  const { db } = site.services
  const [wang] = (await standIn.played()).followers
  ;[owner] = (await db.select().from(account).where(eq(account.userName, 'qingyuan'))) as [typeof owner]
  await standIn.act(wang!, 'subscribe')
  await db.transaction(tx => bindWechat({ ...site.ctx(), db: tx }, owner.id, wang!.openid))
  await writeSetting(site.ctx(), 'wechat', { templates: '缴费 TMfee thing1=标题 time2=时间 const3=内容' })
  payer = site.as(await signInAs(site, 'qingyuan'))
  cashier = await asStaff(site, 'cashier')
})
beforeEach(() => site.services.db.delete(outbox))

const choose = (wechat: boolean) =>
  payer.post('/member/message/choices', { choices: [{ kind: 'fee', sms: true, mail: 'off', wechat }] })
/** Reads the WeChat messages delivered since the last call, oldest first. */
let seen = 0
async function brought(): Promise<string[]> {
  // By day: at night messages wait.
  await sendDue(site.services, new Date(`${addDays(dayOf(new Date()), 1)}T12:00:00+08:00`))
  const { received } = (await standIn.played()).followers[0]!
  const fresh = received.slice(0, received.length - seen).reverse()
  seen = received.length
  return fresh.flatMap(({ templateId, text }) => (templateId ? text.match(/^thing1：(.*)$/m)![1]! : []))
}

/** A fee of the payer that has come. */
async function paidFee(year: number): Promise<number> {
  const { db } = site.services
  const [of] = await db.select().from(member).where(eq(member.organisationId, owner.organisationId!))
  const now = new Date()
  const paid = { state: 'confirmed' as const, paidOn: dayOf(now), confirmedAt: now, createdAt: now }
  const [id] = await raiseFees({ db, now }, [
    { memberId: of!.id, levelCode: of!.levelCode, year, amount: 2000, ...paid },
  ])
  await recordPaidFees(site.services)
  return receivableIdOf('memberFee', id!)
}
async function receipt(id: number) {
  const [series] = (await cashier.get('/staff/record/list', { type: 'receiptSeries' })).data.list
  const answer = await cashier.post('/staff/receipt/issue', { ids: [id], seriesId: series.id })
  expect(answer.data).toMatchObject([{ done: true }])
}

test('who has chosen WeChat is told there of a receipt, of an e-invoice, of its red one and of each sent again', async () => {
  expect((await choose(true)).code).toBe(200)
  await brought()
  await receipt(await paidFee(2061))
  expect(await brought()).toEqual([expect.stringMatching(/^收据 \S+ 已开具$/)])
  const id = await paidFee(2062)
  expect((await cashier.post('/staff/eInvoice/issue', { ids: [id] })).data).toMatchObject([{ done: true }])
  expect(await brought()).toEqual(['2062 年度会费票据'])
  const [paper] = (await cashier.get('/staff/eInvoice/of', { id })).data.list
  expect((await cashier.post('/staff/eInvoice/resend', { id: paper.id })).code).toBe(200)
  expect(await brought()).toEqual([expect.stringMatching(/^社会团体会费收据 \d+/)])
  expect((await cashier.post('/staff/eInvoice/red', { id, amount: 100, reason: '金额有误' })).code).toBe(200)
  expect(await brought()).toEqual([expect.stringMatching(/^红字发票 \d+/)])
  // None of these templates has an SMS text.
  expect(await site.services.db.select().from(outbox).where(eq(outbox.channel, 'sms'))).toEqual([])
})

test('who has not is told in the member centre alone', async () => {
  expect((await choose(false)).code).toBe(200)
  await receipt(await paidFee(2063))
  expect(await brought()).toEqual([])
  const { list } = (await payer.get('/member/message/list', {})).data
  expect(list[0]).toMatchObject({ title: expect.stringMatching(/^收据 \S+ 已开具$/), route: '/admin/user/invoices' })
  const [{ id }] = (await cashier.get('/staff/receipt/list', {})).data.list
  expect((await cashier.post('/staff/receipt/void', { id, reason: '抬头写错' })).code).toBe(200)
  const [told] = (await payer.get('/member/message/list', {})).data.list
  expect(told).toMatchObject({
    title: expect.stringMatching(/^收据 \S+ 已作废$/),
    content: expect.stringContaining('原因：抬头写错'),
  })
})
