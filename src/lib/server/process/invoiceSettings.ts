import { z } from 'zod'
import { agreedEndpoint, agreedKey, agreedSecret, agreedSettings } from '../http/agreedSettings.ts'

/** A host of 诺诺开放平台, or this machine: where a stand-in speaks for it. */
const nuonuoHost = (hosts: string, usual: string) =>
  z
    .url({
      protocol: /^https?$/,
      hostname: new RegExp(`^(${hosts}|localhost|127\\.0\\.0\\.1)$`),
      error: '只能是诺诺开放平台的地址',
    })
    .refine(
      url => url.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(`${url}/`),
      '应以 https:// 开头',
    )
    .default(usual)
    .transform(url => url.replace(/\/+$/, ''))

/** The variables that say who issues e-invoices, and what each provider wants to know. */
export const invoiceEnvironment = {
  INVOICE_PROVIDER: z.enum(['none', 'generic', 'nuonuo'], '应为 none、generic 或 nuonuo').default('none'),
  INVOICE_ENDPOINT: agreedEndpoint,
  INVOICE_KEY: agreedKey,
  INVOICE_SECRET: agreedSecret,
  NUONUO_APP_KEY: z
    .string()
    .regex(/^\w{4,64}$/, '应为诺诺开放平台分配的 appKey')
    .optional(),
  NUONUO_APP_SECRET: z
    .string()
    .regex(/^\w{8,128}$/, '应为诺诺开放平台分配的 appSecret')
    .optional(),
  NUONUO_TOKEN: z
    .string()
    .regex(/^[\w.-]{8,256}$/, '应为诺诺开放平台的 accessToken')
    .optional(),
  NUONUO_TAX_NUMBER: z
    .string()
    .regex(/^[\dA-Z]{15,20}$/, '应为 15 到 20 位的纳税人识别号')
    .optional(),
  NUONUO_CLERK: z.string().max(20, '最多 20 个字').optional(),
  NUONUO_EXTENSION: z
    .string()
    .regex(/^\d{1,5}$/, '应为 1 到 5 位数字')
    .optional(),
  NUONUO_API: nuonuoHost('sdk\\.nuonuo\\.com|sandbox\\.nuonuocs\\.cn', 'https://sdk.nuonuo.com'),
  NUONUO_OPEN: nuonuoHost('open\\.nuonuo\\.com', 'https://open.nuonuo.com'),
}
type Environment = z.output<z.ZodObject<typeof invoiceEnvironment>>

/** Settings that each provider requires. */
export const invoiceNeeds = {
  none: [],
  generic: ['INVOICE_ENDPOINT', 'INVOICE_KEY', 'INVOICE_SECRET'],
  nuonuo: ['NUONUO_APP_KEY', 'NUONUO_APP_SECRET', 'NUONUO_TAX_NUMBER', 'NUONUO_CLERK'],
} as const satisfies Record<Environment['INVOICE_PROVIDER'], readonly (keyof Environment)[]>

/** The provider with its settings. Undefined: invoices are issued elsewhere, and written down here. */
export function invoiceSettings(e: Environment) {
  switch (e.INVOICE_PROVIDER) {
    case 'none':
      return undefined
    case 'generic':
      return {
        provider: e.INVOICE_PROVIDER,
        ...agreedSettings(e.INVOICE_ENDPOINT!, e.INVOICE_KEY!, e.INVOICE_SECRET!),
      }
    case 'nuonuo':
      return {
        provider: e.INVOICE_PROVIDER,
        appKey: e.NUONUO_APP_KEY!,
        appSecret: e.NUONUO_APP_SECRET!,
        /** Permanent token from the platform's console; empty: tokens are requested as they expire. */
        token: e.NUONUO_TOKEN ?? '',
        taxNumber: e.NUONUO_TAX_NUMBER!,
        clerk: e.NUONUO_CLERK!,
        extension: e.NUONUO_EXTENSION ?? '',
        api: e.NUONUO_API,
        open: e.NUONUO_OPEN,
      }
  }
}
export type NuonuoSettings = Extract<ReturnType<typeof invoiceSettings>, { provider: 'nuonuo' }>
