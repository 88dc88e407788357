import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { advanceApplication, lockApplication } from '#modules/review/server/steps.ts'
import { application } from '#modules/review/server/tables.ts'
import { onThePhone, setUpPayments } from '#test/setups/payments.ts'
import { site } from '#test/setups/site.ts'
import { signUpComplete } from '#test/support/make.ts'

setUpPayments()

/** A company whose notice has ended and which has to pay now. */
async function applicant() {
  const { api } = await signUpComplete(site)
  const { data } = await api.get('/member/getApply1')
  const wishes = { levelCode: '10', applyReason: '交流', agreeCharter: true, agreeTruth: true }
  const sent = await api.post('/member/apply1Submit', { form: { ...data.form, ...wishes }, action: 'submit' })
  const id: number = sent.data.applyId
  const { db } = site.services
  await db.update(application).set({ state: 'noticed' }).where(eq(application.id, id))
  await db.transaction(async db => {
    const ctx = { ...site.ctx(), db }
    await advanceApplication(ctx, await lockApplication(ctx, id), { action: 'pass', by: 'calendar', actorName: '系统' })
  })
  return { api, id }
}

test('who joins pays the first fee by a code and is a member at once; its history says by whom the money came', async () => {
  const { api, id } = await applicant()
  const [fee] = (await api.get('/member/payment/due')).data.owed
  const made = await api.post('/member/payment/order', { ids: [fee.id], provider: 'wechatPay', scene: 'code' })
  await onThePhone(made.data.number, 'twice')
  expect((await api.get('/member/payment/order', { number: made.data.number })).data).toMatchObject({
    state: 'paid',
    items: [{ state: 'booked' }],
  })
  expect((await api.get('/member/membership')).data).toMatchObject({
    member: { status: 'active' },
    fees: [{ state: 'confirmed', canPay: false }],
  })
  const { status, timeline } = (await api.get('/member/application/detail', { id })).data
  expect(status).toBe('approved')
  expect(JSON.stringify(timeline)).toMatch(/微信支付 \d{4}-\d\d-\d\d 到账/)
})
