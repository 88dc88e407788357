import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What Fastify takes for a proxy: an address, a network `10.0.0.0/8`, or a name for the usual private ones. */
const isProxy = (part: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part.replace(/\/\d{1,3}$/, '')) > 0

const port = '应为 1 到 65535 之间的端口号'

/** Every environment variable the program reads, and nothing else reads the environment. Listed in `.env.example`. */
export const environment = z.object({
  PORT: z.coerce.number(port).int(port).min(1, port).max(65_535, port).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: '应以 postgres:// 开头' }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: '应以 http:// 或 https:// 开头' }).optional(),
  TRUST_PROXY: z
    .string()
    .transform(list => list.split(',').flatMap(part => part.trim() || []))
    .refine(list => list.every(isProxy), '应为 IP 地址、网段或 loopback，以逗号分隔')
    .default([]),
  DEMO: z.enum(['0', '1'], '应为 0 或 1').optional(),
  LOG_LEVEL: z.enum(LEVELS, `应为 ${LEVELS.join('、')} 之一`).default('info'),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '应为 64 位十六进制字符')
    .optional(),
  TIANDITU_KEY: z.string().regex(/^\w+$/, '含有非法字符').optional(),
})

export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment; throws one plain sentence that names the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(filled)
  if (!read.success)
    throw new Error(
      `配置有误：${read.error.issues.map(issue => `${issue.path[0]!.toString()} ${issue.message}`).join('；')}。`,
    )
  const e = read.data
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    /** Where visitors reach the site, without a slash at the end. Links in pages, feeds and QR codes begin with it. */
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    /** Addresses of proxies whose X-Forwarded-* is believed; empty: none. */
    trustProxy: e.TRUST_PROXY,
    demo: e.DEMO,
    logLevel: e.LOG_LEVEL,
    secretKey: e.SECRET_KEY,
    tiandituKey: e.TIANDITU_KEY,
  }
}

/** Whoever asks for details in the log gets the stack of a failed start, too. */
export const wantsStack = (env = process.env) => /^(debug|trace)$/.test(env.LOG_LEVEL ?? '')
