import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hashToken, openSession } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { bindWechat, openidForPayment } from '#modules/wechat/server/bindings.ts'
import { wechatBinding, wechatSession } from '#modules/wechat/server/tables.ts'
import { hashOpenid } from '#modules/wechat/server/tickets.ts'
import { onThePhone, orderFor, orderOf, oweFee, setUpPayments } from '#test/setups/payments.ts'
import { site } from '#test/setups/site.ts'
import { signInAs } from '#test/support/make.ts'

setUpPayments()

test('inside WeChat who is bound pays without a code, and nobody else', async () => {
  const { id } = await oweFee(2053)
  await expect(orderFor([id], 'wechatPay', 'inside')).rejects.toThrow('请在要付款的微信里绑定账号')
  const [of] = await site.services.db.select().from(account).where(eq(account.userName, 'qingyuan'))
  await site.services.db.transaction(db => bindWechat({ ...site.ctx(), db }, of!.id, 'oPayerInsideWeChat'))
  const number = await orderFor([id], 'wechatPay', 'inside')
  expect((await orderOf(number)).door).toMatchObject({
    kind: 'inside',
    parameters: { signType: 'RSA', package: expect.stringMatching(/^prepay_id=/), paySign: expect.stringMatching(/./) },
  })
  await onThePhone(number)
  expect((await orderOf(number)).state).toBe('paid')
})

test('of two bound WeChats the one pays that signed in there; where that is not known, neither is taken for it', async () => {
  const { db } = site.services
  const [of] = await db.select().from(account).where(eq(account.userName, 'qingyuan'))
  const bound = await db.select().from(wechatBinding).where(eq(wechatBinding.accountId, of!.id))
  if (bound.length === 0)
    await db.transaction(tx => bindWechat({ ...site.ctx(), db: tx }, of!.id, 'oPayerInsideWeChat'))
  await db.transaction(tx => bindWechat({ ...site.ctx(), db: tx }, of!.id, 'oAnotherWeChat'))
  const { id } = await oweFee(2054)
  const inside = async (token: string) => {
    const headers = { token, 'user-agent': 'MicroMessenger' }
    const { data } = (await site.app.inject({ url: '/api/member/payment/due', headers })).json()
    return data.ways.some(({ scene }: { scene: string }) => scene === 'inside')
  }
  const byPassword = await signInAs(site, 'qingyuan')
  expect(await inside(byPassword)).toBe(false)
  await expect(orderFor([id], 'wechatPay', 'inside')).rejects.toThrow('用“微信登录”登录后再付')
  const { token } = await openSession(site.ctx(), of!, 'wechat')
  const openidHash = hashOpenid(site.ctx(), 'oAnotherWeChat')
  await db.insert(wechatSession).values({ tokenHash: hashToken(token), openidHash })
  expect(await inside(token)).toBe(true)
  const there = { accountId: of!.id, tokenHash: hashToken(token) }
  expect(await openidForPayment(site.ctx(), there)).toBe('oAnotherWeChat')
  await db.delete(wechatBinding).where(eq(wechatBinding.openidHash, openidHash))
  // The other one is not the one that is here.
  expect(await openidForPayment(site.ctx(), there)).toBeUndefined()
  expect(await inside(byPassword)).toBe(true)
})
