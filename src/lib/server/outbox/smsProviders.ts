import type { Config } from '../process/config.ts'
import { aliyunSms } from './aliyun.ts'
import type { SmsDriver } from './parcel.ts'
import { tencentSms } from './tencent.ts'

export type SmsProviderCode = NonNullable<Config['sms']>['provider']

/** What the screen of templates and the sender have to know of a provider. */
export type SmsProvider = {
  name: string
  /** Maximum characters of a variable. */
  maxVariable: number
  /** Writes a variable as the provider's templates have it; `place` counts from 1. */
  variable: (name: string, place: number) => string
  /** The provider's form for a new template: where its number is found, and the field for the reason. */
  templateCode: { label: string; pattern: RegExp; sample: string }
  reasonLabel: string
}

export const smsProviders: Record<SmsProviderCode, SmsProvider> = {
  aliyun: {
    name: '阿里云',
    maxVariable: 35,
    variable: name => `\${${name}}`,
    templateCode: { label: '模板 CODE', pattern: /^SMS_\d{1,18}$/, sample: 'SMS_100000001' },
    reasonLabel: '场景说明',
  },
  tencent: {
    name: '腾讯云',
    // Organisations have no limit of their own there; 35 keeps a text to two messages. An account that has one is told so by
    // the error `TemplateParameterLengthLimit`, and sets TENCENT_SMS_MAX_VARIABLE.
    maxVariable: 35,
    variable: (_, place) => `{${place}}`,
    templateCode: { label: '模板 ID', pattern: /^\d{1,18}$/, sample: '1110001' },
    reasonLabel: '申请说明',
  },
}

/** A provider without a driver does not compile. */
export function smsDriver(sms: NonNullable<Config['sms']>): SmsDriver {
  switch (sms.provider) {
    case 'aliyun':
      return aliyunSms(sms)
    case 'tencent':
      return tencentSms(sms)
  }
}
