import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

/** The variables that say with what papers are signed, who stamps that with the time, and whether they are sealed by SM2 as well. */
export const paperEnvironment = {
  SIGNING_KEY: z.string().optional(),
  SIGNING_CERTIFICATE: z.string().optional(),
  TSA_URL: z.url({ protocol: /^https?$/, error: '应以 http:// 或 https:// 开头' }).optional(),
  TSA_AUTHORITY: z.string().optional(),
  SM2_SEAL: z.enum(['on', 'off'], '应为 on 或 off').optional(),
  SM2_KEY: z.string().optional(),
  SM2_CERTIFICATE: z.string().optional(),
  SM2_SEAL_DATA: z.string().optional(),
}
type Environment = z.output<z.ZodObject<typeof paperEnvironment>>

export const paperNeeds = (e: Environment): (keyof Environment)[] => [
  ...(e.SIGNING_KEY ? (['SIGNING_CERTIFICATE'] as const) : []),
  ...(e.SIGNING_CERTIFICATE ? (['SIGNING_KEY'] as const) : []),
  ...(e.TSA_AUTHORITY ? (['TSA_URL'] as const) : []),
  ...(e.SM2_KEY ? (['SM2_CERTIFICATE'] as const) : []),
  ...(e.SM2_CERTIFICATE || e.SM2_SEAL_DATA ? (['SM2_KEY'] as const) : []),
  // A key alone seals nothing: whoever gives one says whether it is to be used.
  ...(e.SM2_KEY ? (['SM2_SEAL'] as const) : []),
]

export const signingSettings = (e: Environment) =>
  e.SIGNING_KEY && e.SIGNING_CERTIFICATE
    ? { keyPath: resolve(e.SIGNING_KEY), certificatePath: resolve(e.SIGNING_CERTIFICATE) }
    : undefined

/** Undefined: signatures say the time of this machine alone. `authority`: who must vouch for the stamps; undefined: anybody. */
export const timeStampSettings = ({ TSA_URL: url, TSA_AUTHORITY: path }: Environment) =>
  url ? { url, authority: path ? readAuthority('TSA_AUTHORITY', path) : undefined } : undefined

/** The certificates in the file that a variable names. */
export function readAuthority(name: string, path: string): X509Certificate[] {
  try {
    const found = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)!
    return found.map(pem => new X509Certificate(pem))
  } catch {
    throw new Error(`配置有误：${name} 所指的文件 ${path} 不存在，或不是 PEM 证书。`)
  }
}

/**
 * Undefined: papers are signed by RSA alone. `given`: the PEM files to seal with, and the seal that an authority made for
 * them; undefined: what the program makes itself.
 */
export const sealSettings = (e: Environment) =>
  e.SM2_SEAL === 'on'
    ? {
        given:
          e.SM2_KEY && e.SM2_CERTIFICATE
            ? {
                keyPath: resolve(e.SM2_KEY),
                certificatePath: resolve(e.SM2_CERTIFICATE),
                sealPath: e.SM2_SEAL_DATA ? resolve(e.SM2_SEAL_DATA) : undefined,
              }
            : undefined,
      }
    : undefined
