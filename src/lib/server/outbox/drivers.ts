import type { Services } from '../api/context.ts'
import type { Config } from '../process/config.ts'
import { aliyunSms } from './aliyun.ts'
import { mailFile, smsFile } from './files.ts'
import { smtp } from './smtp.ts'
import type { About, Channel } from './tables.ts'

/** What leaves, opened. `code` is what a text is about, where it is about a code. */
export type Parcel = {
  id: number
  to: string
  subject: string
  text: string
  html?: string
  code?: string
  about?: About
  attachments?: { name: string; type: string; bytes: Buffer }[]
  createdAt: Date
}
/**
 * Returns once the other side has acknowledged it, by its own number where it tells later what became of it; throws why it
 * has not.
 */
export type Driver = (parcel: Parcel, signal: AbortSignal) => Promise<string | undefined>
export type Drivers = Record<Channel, Driver>

/** It will not arrive, however often it is tried. */
export class Undeliverable extends Error {}

/** Of channels that a module knows, which defines them; the others are here. */
const further = new Map<Channel, (services: Services) => Driver>()

export const defineDriver = (channel: Exclude<Channel, 'sms' | 'mail'>, open: (services: Services) => Driver): void =>
  void further.set(channel, open)

/** Until a provider is configured, texts and mails go into files below DATA_DIR. */
export function openDrivers(services: Services): Drivers {
  const { sms, smtp: server, dataDir } = services.config
  const opened = (channel: Channel): Driver => further.get(channel)?.(services) ?? nowhere
  return {
    sms: sms ? smsDriver(sms) : smsFile(dataDir),
    mail: server ? smtp(server) : mailFile(dataDir),
    wechat: opened('wechat'),
    robot: opened('robot'),
  }
}

const nowhere: Driver = async () => {
  throw new Undeliverable('没有配置这个渠道')
}

/** A provider without a driver does not compile. */
function smsDriver(sms: NonNullable<Config['sms']>): Driver {
  switch (sms.provider) {
    case 'aliyun':
      return aliyunSms(sms)
  }
}
