import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { iso } from '../../dates.ts'
import type { Services } from '../api/context.ts'
import type { Config } from '../process/config.ts'
import { type Driver, type SmsDriver, Undeliverable } from './parcel.ts'
import { smsDriver } from './smsProviders.ts'
import { mailOptions, smtp } from './smtp.ts'
import type { Channel } from './tables.ts'

export type Drivers = Record<Channel, Driver>

/** Drivers of channels that modules define with `defineDriver`. */
const moduleDrivers = new Map<Channel, (services: Services) => Driver>()

export const defineDriver = (channel: Exclude<Channel, 'sms' | 'mail'>, open: (services: Services) => Driver): void =>
  void moduleDrivers.set(channel, open)

/** Opens the drivers; without a configured provider, text messages and mails are written to files below DATA_DIR. */
export function openDrivers(services: Services): Drivers {
  const { sms, smtp: server, dataDir } = services.config
  const opened = (channel: Channel): Driver => moduleDrivers.get(channel)?.(services) ?? nowhere
  return {
    sms: sms ? providerSms(smsDriver(sms)) : smsFile(dataDir),
    mail: server ? smtp(server) : mailFile(dataDir),
    wechat: opened('wechat'),
    robot: opened('robot'),
  }
}

const nowhere: Driver = async () => {
  throw new Undeliverable('没有配置这个渠道')
}

const providerSms =
  (driver: SmsDriver): Driver =>
  (parcel, signal) =>
    driver({ ...parcel, sms: parcel.sms! }, signal)

/** Returns whether messages of the channel only go into a file, because nobody is set who would send them. */
export const isOnlyWritten = ({ sms, smtp }: Pick<Config, 'sms' | 'smtp'>, channel: Channel): boolean =>
  (channel === 'sms' && !sms) || (channel === 'mail' && !smtp)

/** Appends one line per message: `{"to":…,"text":…,"at":…}`. */
const smsFile =
  (dataDir: string): Driver =>
  async ({ to, text }) => {
    const line = JSON.stringify({ to, text, at: iso(new Date()) })
    await appendFile(join(await folder(dataDir), 'sms.jsonl'), `${line}\n`, { mode: 0o600 })
  }

/** A file a mail, as mail programs open it; sent again, it is the same file. */
const mailFile =
  (dataDir: string): Driver =>
  async parcel => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message } = await transport.sendMail(mailOptions(parcel, FROM))
    const name = `${iso(parcel.createdAt).replace(/\D/g, '').slice(0, 14)}-${parcel.id}.eml`
    await writeFile(join(await folder(dataDir, 'mail'), name), message, { mode: 0o600 })
  }

const FROM = '行协 <no-reply@localhost>'

async function folder(dataDir: string, ...below: string[]) {
  const path = join(dataDir, 'outbox', ...below)
  await mkdir(path, { recursive: true, mode: 0o700 })
  return path
}
