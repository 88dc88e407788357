import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { receivable } from '#modules/ledger/server/tables.ts'
import { isOwed, lockFees, selectFees, writeFees } from '#modules/membership/server/feeRows.ts'
import { cashier, job, memberRow, messages, mine, setUpMemberFees, YEAR } from '#test/setups/membership/memberFees.ts'
import { site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'
import { addDays, dayOf } from '../../lib/dates.ts'
import { sendMailings } from '../messages/server/mailings.ts'
import { writeSetting } from '../settings/server/settings.ts'
import { updateMemberStatuses } from './fees/server/memberStatus.ts'
import { member, memberFee } from './server/tables.ts'

setUpMemberFees()

/** All members have been notified of the year's fee; one has paid. */
beforeAll(async () => {
  const { data } = await cashier.get('/staff/fee/raise', { year: YEAR })
  await cashier.post('/staff/fee/raise', { year: YEAR, dueOn: '2040-06-30', expected: data.count })
  await sendMailings(job())
  const paid = and(eq(memberFee.memberId, mine), eq(memberFee.year, YEAR))
  await writeFees(site.services, await lockFees(site.services, paid), { state: 'confirmed' })
})

describe('who has not paid', () => {
  test('is reminded, as many as was said, by text where that was chosen', async () => {
    await writeSetting(site.ctx(), 'sms', { price: '0.04' })
    const { data } = await cashier.get('/staff/fee/remind', { year: YEAR })
    expect(data).toMatchObject({ textPrice: 0.04, texts: expect.any(Number) })
    expect(data.smsParts).toBeGreaterThanOrEqual(data.texts)
    const due = and(eq(memberFee.year, YEAR), inArray(receivable.state, ['due', 'refused']))
    expect(data.count).toBe((await selectFees(site.services).where(due)).length)
    const body = { year: YEAR, sms: true, expected: data.count }
    expect(await cashier.post('/staff/fee/remind', { ...body, expected: 0 })).toMatchObject({ code: 409 })
    expect(await cashier.post('/staff/fee/remind', body)).toMatchObject({ data: { count: data.count } })
    await sendMailings(job())
    const zhangwei = site.as(await signInAs(site, 'zhangwei'))
    const list = (await zhangwei.get('/member/message/list', { type: 'fee' })).data.list
    expect(list[0].title).toBe(`${YEAR} 年度会费尚未缴纳`)
    expect((await messages()).some(({ title }: { title: string }) => title.includes('尚未缴纳'))).toBe(false)
  })

  test('is 待缴费 after the day, 欠费 after a year more, and in good standing again once it is paid', async () => {
    const { db } = site.services
    const [fee] = await db
      .select({ id: memberFee.id, memberId: memberFee.memberId })
      .from(memberFee)
      .innerJoin(receivable, isOwed)
      .innerJoin(member, eq(member.id, memberFee.memberId))
      .where(and(eq(memberFee.year, YEAR), eq(receivable.state, 'due'), eq(member.status, 'active')))
    const { id, memberId } = fee!
    const late = async (days: number) => {
      await writeFees({ db }, [id], { dueOn: addDays(dayOf(new Date()), -days) })
      await updateMemberStatuses(job())
      return (await memberRow(memberId!)).status
    }
    expect(await late(0)).toBe('active')
    expect(await late(1)).toBe('unpaid')
    expect(await late(366)).toBe('overdue')
    const { version } = (await selectFees({ db }).where(eq(memberFee.id, id)))[0]!
    await cashier.post('/staff/fee/adjust', { id, version, amount: 0, reason: '停产困难' })
    expect((await memberRow(memberId!)).status).toBe('active')
  })

  test('who was suspended stays so, whatever its fees say', async () => {
    const { db } = site.services
    await db.update(member).set({ status: 'suspended' }).where(eq(member.id, mine))
    await updateMemberStatuses(job())
    expect((await memberRow()).status).toBe('suspended')
    await db.update(member).set({ status: 'active' }).where(eq(member.id, mine))
  })
})
