import { typedKeys } from '#lib/keys.ts'
/**
 * `written`: into a file, because no provider is set. `skipped`: not sent, because the provider has no template for it.
 * `trial`: not sent, because the site was on trial.
 * `expired`: a code that could not go out while it was good.
 */
export const outboxStateNames = {
  queued: '待发送',
  sent: '已发送',
  written: '只写入文件',
  skipped: '没有模板，未发',
  failed: '失败',
  expired: '已过期',
  stopped: '已停止',
  trial: '试用，未发出',
} as const
export type OutboxState = keyof typeof outboxStateNames
export const outboxStates = typedKeys(outboxStateNames)
/** Delivery states of a mailing's texts and mails: they hold no codes, so they do not expire. */
export const deliveryStates = [
  'queued',
  'sent',
  'written',
  'skipped',
  'failed',
  'stopped',
  'trial',
] as const satisfies readonly OutboxState[]
export type DeliveryState = (typeof deliveryStates)[number]

export const channelNames = { sms: '短信', mail: '邮件', wechat: '微信', robot: '群机器人' } as const
export const channelCodes = typedKeys(channelNames)

export const mailingStateNames = {
  scheduled: '定时待发',
  sending: '发送中',
  sent: '已完成',
  stopped: '已停止',
} as const
export type MailingState = keyof typeof mailingStateNames
export const mailingStates = typedKeys(mailingStateNames)
