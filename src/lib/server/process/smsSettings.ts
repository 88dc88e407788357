import { z } from 'zod'
import { typedKeys } from '../../keys.ts'

const endpoint = (usual: string) => z.url({ protocol: /^https?$/, error: '应以 https:// 开头' }).default(usual)

/** The variables that say who sends texts, and what each provider wants to know. Templates are data: `sms_template`. */
export const smsEnvironment = {
  SMS_PROVIDER: z.enum(['file', 'aliyun', 'tencent'], '应为 file、aliyun 或 tencent').default('file'),
  ALIYUN_SMS_KEY_ID: z.string().optional(),
  ALIYUN_SMS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_CODE_TEMPLATE: z.string().optional(),
  ALIYUN_SMS_ENDPOINT: endpoint('https://dysmsapi.aliyuncs.com'),
  TENCENT_SMS_SECRET_ID: z.string().optional(),
  TENCENT_SMS_SECRET_KEY: z.string().optional(),
  TENCENT_SMS_APP_ID: z.string().optional(),
  TENCENT_SMS_SIGN_NAME: z.string().optional(),
  TENCENT_SMS_REGION: z.string().default('ap-guangzhou'),
  TENCENT_SMS_MAX_VARIABLE: z.coerce.number('应为 4 到 100 的整数').int().min(4).max(100).optional(),
  TENCENT_SMS_ENDPOINT: endpoint('https://sms.tencentcloudapi.com'),
}
type Environment = z.output<z.ZodObject<typeof smsEnvironment>>

/** Settings that each provider requires. */
export const smsNeeds = {
  file: [],
  aliyun: ['ALIYUN_SMS_KEY_ID', 'ALIYUN_SMS_KEY_SECRET', 'ALIYUN_SMS_SIGN_NAME'],
  tencent: ['TENCENT_SMS_SECRET_ID', 'TENCENT_SMS_SECRET_KEY', 'TENCENT_SMS_APP_ID', 'TENCENT_SMS_SIGN_NAME'],
} as const satisfies Record<Environment['SMS_PROVIDER'], readonly (keyof Environment)[]>

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** The provider with its settings; a provider without any does not compile. Undefined: texts go into a file. */
export function smsSettings(e: Environment, provider = e.SMS_PROVIDER) {
  switch (provider) {
    case 'file':
      return undefined
    case 'aliyun':
      return {
        provider,
        keyId: e.ALIYUN_SMS_KEY_ID!,
        keySecret: e.ALIYUN_SMS_KEY_SECRET!,
        signName: e.ALIYUN_SMS_SIGN_NAME!,
        endpoint: withoutSlash(e.ALIYUN_SMS_ENDPOINT),
        /** Deprecated: template of verification codes, unless one is registered as data. */
        codeTemplate: e.ALIYUN_SMS_CODE_TEMPLATE,
        maxVariable: undefined,
      }
    case 'tencent':
      return {
        provider,
        secretId: e.TENCENT_SMS_SECRET_ID!,
        secretKey: e.TENCENT_SMS_SECRET_KEY!,
        appId: e.TENCENT_SMS_APP_ID!,
        signName: e.TENCENT_SMS_SIGN_NAME!,
        region: e.TENCENT_SMS_REGION,
        endpoint: withoutSlash(e.TENCENT_SMS_ENDPOINT),
        /** Lower limit of this account for a variable in characters; undefined: as published. */
        maxVariable: e.TENCENT_SMS_MAX_VARIABLE,
        codeTemplate: undefined,
      }
  }
}

type SmsSettings = NonNullable<ReturnType<typeof smsSettings>>

/** The providers whose keys are all set: from these the association may choose, once texts are sent at all. */
export const smsChoices = (e: Environment): SmsSettings[] =>
  typedKeys(smsNeeds).flatMap(provider =>
    smsNeeds[provider].every(name => e[name]) ? (smsSettings(e, provider) ?? []) : [],
  )
