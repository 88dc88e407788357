import { beforeEach } from 'vitest'
import type { Values } from '#lib/placeholders.ts'
import { type Outgoing, queue } from '#lib/server/outbox/queue.ts'
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
type Put = Partial<Omit<Outgoing, 'text' | 'sms'>> & { text?: string; template?: string; values?: Values }
export const put = ({ text = '您的申请已受理', template = 'application.submitted', values = {}, ...of }: Put = {}) => {
  // Urgent unless a test says otherwise: the rest would wait where tests run at night.
  const out = { channel: 'sms' as const, to: PHONE, isUrgent: true, ...of }
  const said = out.channel === 'sms' ? { sms: { text, template, values } } : { text }
  return queue({ ...site.services, now }, { ...out, ...said } as Outgoing)
}
export const send = (config: Partial<Config>, at = now) =>
  sendDue({ ...site.services, config: { ...site.services.config, ...config } }, at)

/** Sets the clock, for behaviour that depends on the hour. */
export const moveTo = (moment: Date) => {
  now = moment
}
