import type { Callback, NoticeAnswer } from '#lib/server/http/callbacks.ts'
import { takePayment } from '#modules/payments/ordering/server/booking.ts'
import { callbackPath } from '#modules/payments/providers/server/callbackPaths.ts'
import { UntrustedNotification } from '#modules/payments/providers/server/driver.ts'
import { driversOf } from '#modules/payments/providers/server/drivers.ts'
import { takeRefund } from '#modules/payments/refunding/server/sending.ts'
import { providers } from '../paymentWords.ts'

const NOT_SET_UP: NoticeAnswer = { status: 404, refused: '没有设置这家支付机构' }

/**
 * Receives payment and refund notifications. Those that are not the provider's, or not about an order of ours, change
 * nothing.
 */
export const paymentCallbacks: readonly Callback[] = providers.map(provider => ({
  path: callbackPath(provider),
  methods: ['POST'],
  take: async (ctx, notice) => {
    const driver = driversOf(ctx).find(of => of.provider === provider)
    if (!driver) return NOT_SET_UP
    try {
      const word = driver.hear(notice, ctx.now)
      if (word && 'payment' in word) await takePayment(ctx, provider, word.payment)
      else if (word) await takeRefund(ctx, provider, word.refund)
      return driver.answers.heard
    } catch (error) {
      if (error instanceof UntrustedNotification) return driver.answers.refused(error.message)
      throw error
    }
  },
}))
