import { typedKeys } from '#lib/keys.ts'

export const providerNames = { wechatPay: '微信支付', alipay: '支付宝' } as const
export type Provider = keyof typeof providerNames
export const providers = typedKeys(providerNames)

/** Ways to pay: a QR code scanned by a phone, a page of the provider, or inside WeChat. */
export const sceneNames = { code: '扫码', page: '网页', inside: '微信内' } as const
export type Scene = keyof typeof sceneNames
export const scenes = typedKeys(sceneNames)

/** Entry to the payment: a QR code, a page, or the parameters for WeChat's own browser. */
export type PaymentEntry =
  | { kind: 'code'; text: string }
  | { kind: 'page'; url: string }
  | { kind: 'inside'; parameters: Record<string, string> }

/** States of an order. Only the provider's signed confirmation makes it paid. */
export const orderStateNames = { waiting: '等待支付', paid: '已支付', closed: '已关闭' } as const
export type OrderState = keyof typeof orderStateNames
export const orderStates = typedKeys(orderStateNames)

export const itemStateNames = { open: '等待支付', booked: '已入账', surplus: '多付待退', released: '未支付' } as const
export type ItemState = keyof typeof itemStateNames
export const itemStates = typedKeys(itemStateNames)

/** Why an order is over without a payment. */
export const closeReasons = {
  expired: '超过支付时间',
  paidOtherwise: '款项已另行缴纳或有变化',
  member: '付款人取消',
  failed: '支付机构未能受理',
} as const
export type CloseReason = keyof typeof closeReasons
export const closeReasonCodes = typedKeys(closeReasons)
