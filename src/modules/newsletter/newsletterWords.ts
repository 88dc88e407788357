import { typedKeys } from '#lib/keys.ts'

export const subscriberStateNames = { asked: '待确认', confirmed: '订阅中', left: '已退订' } as const
export type SubscriberState = keyof typeof subscriberStateNames
export const subscriberStates = typedKeys(subscriberStateNames)

export const itemKindNames = { article: '文章', course: '培训班' } as const
export const itemKinds = typedKeys(itemKindNames)
/** A record that the newsletter presents. */
export type NewsletterItem = { kind: keyof typeof itemKindNames; id: number }

/** What the newsletter says of its items, fixed when it is sent. */
export type NewsletterContent = {
  title: string
  intro: string
  groups: { heading: string; items: { title: string; text: string; note: string; path: string }[] }[]
}

export const MAX_ITEMS = 30
/** Days within which a subscription is confirmed. */
export const DAYS_TO_CONFIRM = 7
/** Mails refused in a row after which an address gets no more. */
export const MAX_BOUNCES = 3

/** The words to which a subscriber agrees, kept with the consent. */
export const CONSENT = '同意本会把简报发到这个邮箱。邮箱只用于发送简报，随时可以退订，退订后不再发送。'
