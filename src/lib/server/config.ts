import { resolve } from 'node:path'
import { z } from 'zod'

/** Every environment variable the program reads, and nothing else reads the environment. Listed in `.env.example`. */
const environment = z.object({
  PORT: z.coerce.number('PORT 应为端口号').int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'DATABASE_URL 应以 postgres:// 开头' }).optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'PUBLIC_URL 应以 http:// 或 https:// 开头' }).optional(),
  TRUST_PROXY: z.string().default(''),
  DEMO: z.enum(['0', '1'], 'DEMO 只能是 0 或 1').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'SECRET_KEY 应为 64 位十六进制字符')
    .optional(),
  TIANDITU_KEY: z.string().regex(/^\w+$/, 'TIANDITU_KEY 含有非法字符').optional(),
})

export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment; throws one plain sentence that names the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(filled)
  if (!read.success)
    throw new Error(`配置有误：${read.error.issues.map(i => `${i.path.join('.')}：${i.message}`).join('；')}`)
  const e = read.data
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    /** Where visitors reach the site, without a slash at the end. Links in pages, feeds and QR codes begin with it. */
    publicUrl: (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, ''),
    /** Addresses of proxies whose X-Forwarded-* is believed; empty: none. */
    trustProxy: e.TRUST_PROXY.split(',')
      .map(part => part.trim())
      .filter(Boolean),
    demo: e.DEMO,
    logLevel: e.LOG_LEVEL,
    secretKey: e.SECRET_KEY,
    tiandituKey: e.TIANDITU_KEY,
  }
}
