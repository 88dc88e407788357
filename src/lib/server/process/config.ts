import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { smsEnvironment, smsNeeds, smsSettings } from './smsSettings.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** What Fastify takes for a proxy: an address, a network `10.0.0.0/8`, or a name for the usual private ones. */
const isProxy = (part: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part.replace(/\/\d{1,3}$/, '')) > 0

const port = '应为 1 到 65535 之间的端口号'

/** A limit of quality.md section 2 that an association may set otherwise. */
const count = (usual: number, max: number) => {
  const wanted = `应为 1 到 ${max} 的整数`
  return z.coerce.number(wanted).int(wanted).min(1, wanted).max(max, wanted).default(usual)
}

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
  CAPTCHA: z.enum(['on', 'off'], '应为 on 或 off').default('on'),
  STAFF_TOTP: z.enum(['on', 'off'], '应为 on 或 off').default('on'),
  LOG_LEVEL: z.enum(LEVELS, `应为 ${LEVELS.join('、')} 之一`).default('info'),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '应为 64 位十六进制字符')
    .optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, '至少 12 个字符').optional(),
  SIGNING_KEY: z.string().optional(),
  SIGNING_CERTIFICATE: z.string().optional(),
  TIANDITU_KEY: z.string().regex(/^\w+$/, '含有非法字符').optional(),
  FILE_QUOTA_MB: z.coerce.number('应为正整数').int('应为正整数').min(1, '应为正整数').default(1024),
  PICTURE_HOSTS: z
    .string()
    .transform(list => list.split(',').flatMap(part => part.trim().toLowerCase() || []))
    .refine(list => list.every(host => /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/.test(host)), '应为域名，以逗号分隔')
    .default(['mmbiz.qpic.cn', 'mmbiz.qlogo.cn']),
  CLAMD: z
    .string()
    .regex(/^(\/.+|[^/:\s]+:\d{1,5})$/, '应为 主机:端口 或套接字的绝对路径')
    .optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: '应以 http:// 或 https:// 开头' }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  S3_PATH_STYLE: z.enum(['0', '1'], '应为 0 或 1').default('0'),
  TIANDITU_SERVER_KEY: z.string().regex(/^\w+$/, '含有非法字符').optional(),
  TIANDITU_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      hostname: /^(api\.tianditu\.gov\.cn|localhost|127\.0\.0\.1)$/,
      error: '只能是天地图的地址',
    })
    .default('https://api.tianditu.gov.cn'),
  ...smsEnvironment,
  SESSION_IDLE_MINUTES: count(30, 720),
  SESSION_HOURS: count(12, 168),
  SIGN_IN_FAILURES: count(5, 50),
  CODES_PER_HOUR: count(5, 100),
  CODES_PER_DAY: count(10, 1000),
  WRITES_PER_MINUTE: count(60, 10_000),
  DRAIN_SECONDS: z.coerce
    .number('应为 0 到 120 的整数')
    .int('应为 0 到 120 的整数')
    .min(0, '应为 0 到 120 的整数')
    .max(120, '应为 0 到 120 的整数')
    .default(0),
  METRICS_TOKEN: z.string().min(16, '应至少有 16 个字符').optional(),
  AUDIT_DAYS: z.coerce
    .number('应为 180 到 36500 的整数')
    .int('应为 180 到 36500 的整数')
    .min(180, '应为 180 到 36500 的整数')
    .max(36_500, '应为 180 到 36500 的整数')
    .default(1096),
  LINK_CHECK: z.enum(['on', 'off'], '应为 on 或 off').default('off'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: '应以 smtp:// 或 smtps:// 开头' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, '应如 协会名称 <no-reply@example.com>')
    .optional(),
})

/** What a setting is of no use without. */
const needs = (e: z.output<typeof environment>) => [
  ...smsNeeds[e.SMS_PROVIDER],
  ...(e.SMTP_URL ? (['MAIL_FROM'] as const) : []),
  ...(e.S3_BUCKET ? (['S3_KEY', 'S3_SECRET'] as const) : []),
  ...(e.SIGNING_KEY ? (['SIGNING_CERTIFICATE'] as const) : []),
  ...(e.SIGNING_CERTIFICATE ? (['SIGNING_KEY'] as const) : []),
]
export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment; throws one plain sentence that names the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const filled = Object.fromEntries(Object.entries({ ...env, ...fromFiles(env) }).filter(([, value]) => value !== ''))
  const read = environment.safeParse(filled)
  if (!read.success)
    throw new Error(
      `配置有误：${read.error.issues.map(issue => `${issue.path[0]!.toString()} ${issue.message}`).join('；')}。`,
    )
  const e = read.data
  const missing = needs(e).filter(name => e[name] === undefined)
  if (missing.length > 0) throw new Error(`配置有误：还需要设置 ${missing.join('、')}。`)
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
    /** `off` is honoured only with demo data. */
    captcha: e.CAPTCHA,
    /** Whether staff must have a second factor. `off` is honoured only with demo data. */
    staffTotp: e.STAFF_TOTP,
    logLevel: e.LOG_LEVEL,
    secretKey: e.SECRET_KEY,
    /** Where `hangxie backup` writes, and what it encrypts with when it is told to. */
    backup: { folder: resolve(e.BACKUP_DIR ?? `${resolve(e.DATA_DIR)}-backups`), passphrase: e.BACKUP_PASSPHRASE },
    /** The PEM files that documents are signed with; undefined: with a key of the program's own making. */
    signing:
      e.SIGNING_KEY && e.SIGNING_CERTIFICATE
        ? { keyPath: resolve(e.SIGNING_KEY), certificatePath: resolve(e.SIGNING_CERTIFICATE) }
        : undefined,
    tiandituKey: e.TIANDITU_KEY,
    limits: {
      /** In ms: a session without use, and a session at all. */
      sessionIdle: e.SESSION_IDLE_MINUTES * 60_000,
      session: e.SESSION_HOURS * 3_600_000,
      /** Failures to sign in, of a name at an address, before each further try has to wait. */
      signInFailures: e.SIGN_IN_FAILURES,
      /** Codes by SMS, to a phone and from an address. */
      codesPerHour: e.CODES_PER_HOUR,
      codesPerDay: e.CODES_PER_DAY,
      /** Of an account, on all endpoints together. */
      writesPerMinute: e.WRITES_PER_MINUTE,
    },
    /** In ms: how long it goes on serving when told to stop, so that a proxy sees it go. */
    drain: e.DRAIN_SECONDS * 1000,
    /** What whoever reads /metrics must show; undefined: there is no such address. */
    metricsToken: e.METRICS_TOKEN,
    /** How long lines of the audit log are kept. */
    auditDays: e.AUDIT_DAYS,
    /** Whether links to other sites are tried each night. */
    linkCheck: e.LINK_CHECK === 'on',
    /** Of an account's uploads, in bytes. */
    fileQuota: e.FILE_QUOTA_MB * 1024 * 1024,
    /** From where pictures of pasted texts may be fetched. */
    pictureHosts: e.PICTURE_HOSTS,
    /** Where a virus scanner listens: `host:port` or a socket's path. */
    clamd: e.CLAMD,
    /** The bucket that files live in instead of the data directory. */
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          endpoint: e.S3_ENDPOINT,
          region: e.S3_REGION,
          pathStyle: e.S3_PATH_STYLE === '1',
          key: e.S3_KEY!,
          secret: e.S3_SECRET!,
        }
      : undefined,
    /** Of the geocoder, which we ask ourselves; another kind of key than the one of the maps in the browser. */
    geocoder: e.TIANDITU_SERVER_KEY ? { key: e.TIANDITU_SERVER_KEY, endpoint: e.TIANDITU_ENDPOINT } : undefined,
    /** Undefined: texts go into a file. */
    sms: smsSettings(e),
    /** Undefined: mails go into files. */
    smtp: e.SMTP_URL ? { url: e.SMTP_URL, from: e.MAIL_FROM! } : undefined,
  }
}

/** `NAME_FILE` is a file in which NAME stands, as containers are given secrets: no list of variables shows it. */
function fromFiles(env: Record<string, string | undefined>) {
  const given = Object.keys(environment.shape).flatMap(name => {
    const path = env[`${name}_FILE`]
    return path ? [[name, path] as const] : []
  })
  return Object.fromEntries(
    given.map(([name, path]) => {
      if (env[name]) throw new Error(`配置有误：${name} 与 ${name}_FILE 只能设置一个。`)
      try {
        return [name, readFileSync(path, 'utf8').trim()]
      } catch {
        throw new Error(`配置有误：${name}_FILE 所指的文件 ${path} 不存在或读不到。`)
      }
    }),
  )
}

/** Whoever asks for details in the log gets the stack of a failed start, too. */
export const showsStack = (env = process.env) => /^(debug|trace)$/.test(env.LOG_LEVEL ?? '')
