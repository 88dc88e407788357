import type { Callback } from '#lib/server/http/callbacks.ts'
import { genericCallback } from '#modules/money/einvoices/server/callback.ts'
import { newsletterCallback } from '#modules/newsletter/server/oneClick.ts'
import { paymentCallbacks } from '#modules/payments/server/callbacks.ts'
import { signingCallback } from '#modules/review/signing/server/callback.ts'
import { wechatCallback } from '#modules/wechat/server/callback.ts'

export const callbacks: readonly Callback[] = [
  wechatCallback,
  ...paymentCallbacks,
  genericCallback,
  signingCallback,
  newsletterCallback,
]
