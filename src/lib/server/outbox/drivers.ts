import type { Config } from '../process/config.ts'
import { aliyunSms } from './aliyun.ts'
import { mailFile, smsFile } from './files.ts'
import { smtp } from './smtp.ts'

/** What leaves, opened. `code` is what a text is about, where it is about a code. */
export type Parcel = {
  id: number
  to: string
  subject: string
  text: string
  html?: string
  code?: string
  attachment?: { name: string; type: string; bytes: Buffer }
  createdAt: Date
}
/** Returns once the other side has acknowledged it; throws why it has not. */
export type Driver = (parcel: Parcel, signal: AbortSignal) => Promise<void>
export type Drivers = { sms: Driver; mail: Driver }

/** Until a provider is configured, everything goes into files below DATA_DIR. */
export const openDrivers = ({ sms, smtp: server, dataDir }: Config): Drivers => ({
  sms: sms ? smsDriver(sms) : smsFile(dataDir),
  mail: server ? smtp(server) : mailFile(dataDir),
})

/** A provider without a driver does not compile. */
function smsDriver(sms: NonNullable<Config['sms']>): Driver {
  switch (sms.provider) {
    case 'aliyun':
      return aliyunSms(sms)
  }
}
