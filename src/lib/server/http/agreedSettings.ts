import { z } from 'zod'

const OWN_OR_TLS = '应以 https:// 开头，或是本机的 http:// 地址'

/** Address of a service that speaks one of our generic protocols: by TLS, or on this machine. */
export const agreedEndpoint = z
  .url({ error: OWN_OR_TLS })
  .refine(url => url.startsWith('https://') || /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/.test(url), OWN_OR_TLS)
  .optional()

/** Name by which the provider knows us, and the secret both sides sign with. */
export const agreedKey = z
  .string()
  .regex(/^[\w-]{1,64}$/, '应为 1 到 64 个字母、数字、下划线或短横线')
  .optional()
export const agreedSecret = z.string().min(32, '应至少有 32 个字符').optional()

/** Settings of a provider that needs all three. */
export const agreedSettings = (endpoint: string, key: string, secret: string) => ({
  endpoint: endpoint.replace(/\/+$/, ''),
  key,
  secret,
})
