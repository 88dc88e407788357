import { z } from 'zod'

/** The variables that say who sends texts, and what each provider wants to know. */
export const smsEnvironment = {
  SMS_PROVIDER: z.enum(['file', 'aliyun'], '应为 file 或 aliyun').default('file'),
  ALIYUN_SMS_KEY_ID: z.string().optional(),
  ALIYUN_SMS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_CODE_TEMPLATE: z.string().optional(),
  ALIYUN_SMS_TEMPLATE: z.string().optional(),
  ALIYUN_SMS_ENDPOINT: z
    .url({ protocol: /^https?$/, error: '应以 https:// 开头' })
    .default('https://dysmsapi.aliyuncs.com'),
}
type Environment = z.output<z.ZodObject<typeof smsEnvironment>>

/** Settings that each provider requires. */
export const smsNeeds = {
  file: [],
  aliyun: [
    'ALIYUN_SMS_KEY_ID',
    'ALIYUN_SMS_KEY_SECRET',
    'ALIYUN_SMS_SIGN_NAME',
    'ALIYUN_SMS_CODE_TEMPLATE',
    'ALIYUN_SMS_TEMPLATE',
  ],
} as const satisfies Record<Environment['SMS_PROVIDER'], readonly (keyof Environment)[]>

/** The provider with its settings; a provider without any does not compile. Undefined: texts go into a file. */
export function smsSettings(e: Environment) {
  switch (e.SMS_PROVIDER) {
    case 'file':
      return undefined
    case 'aliyun':
      return {
        provider: e.SMS_PROVIDER,
        keyId: e.ALIYUN_SMS_KEY_ID!,
        keySecret: e.ALIYUN_SMS_KEY_SECRET!,
        signName: e.ALIYUN_SMS_SIGN_NAME!,
        codeTemplate: e.ALIYUN_SMS_CODE_TEMPLATE!,
        template: e.ALIYUN_SMS_TEMPLATE!,
        endpoint: e.ALIYUN_SMS_ENDPOINT.replace(/\/+$/, ''),
      }
  }
}
