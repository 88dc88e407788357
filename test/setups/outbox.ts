import { beforeEach } from 'vitest'
import { queue } from '#lib/server/outbox/queue.ts'
import { sendDue } from '#lib/server/outbox/send.ts'
import { outbox } from '#lib/server/outbox/tables.ts'
import type { Config } from '#lib/server/process/config.ts'
import { setUpSite, site } from './site.ts'

export const PHONE = '13900001234'

export function setUpOutbox() {
  setUpSite()
  beforeEach(async () => {
    now = new Date()
    await site.services.db.delete(outbox)
  })
}

export let now: Date
export const rows = () => site.services.db.select().from(outbox).orderBy(outbox.id)
export const row = async () => (await rows())[0]!
export const put = (of: Partial<Parameters<typeof queue>[1]> = {}) =>
  queue({ ...site.services, now }, { channel: 'sms', to: PHONE, text: '您的申请已受理', ...of })
export const send = (config: Partial<Config>, at = now) =>
  sendDue({ ...site.services, config: { ...site.services.config, ...config } }, at)

/** Sets the clock, for behaviour that depends on the hour. */
export const moveTo = (moment: Date) => {
  now = moment
}
