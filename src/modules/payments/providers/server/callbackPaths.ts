import type { Provider } from '../../paymentWords.ts'

const paths: Record<Provider, string> = { wechatPay: 'payments/wechatpay', alipay: 'payments/alipay' }

/** Path of a provider's notifications, below the address of all callbacks. */
export const callbackPath = (provider: Provider): string => paths[provider]
