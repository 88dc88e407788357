import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { backupEnvironment, backupNeeds, backupSettings } from './backupSettings.ts'
import { databaseEnvironment, databaseNeeds, databaseSettings } from './databaseSettings.ts'
import { invoiceEnvironment, invoiceNeeds, invoiceSettings } from './invoiceSettings.ts'
import { paperEnvironment, paperNeeds, sealSettings, signingSettings, timeStampSettings } from './paperSettings.ts'
import { paymentContradiction, paymentEnvironment, paymentNeeds, paymentSettings } from './paymentSettings.ts'
import { isPublicAddress } from './publicAddress.ts'
import { signingServiceEnvironment, signingServiceNeeds, signingServiceSettings } from './signingServiceSettings.ts'
import { smsChoices, smsEnvironment, smsNeeds, smsSettings } from './smsSettings.ts'
import { wechatEnvironment, wechatNeeds, wechatSettings } from './wechatSettings.ts'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/**
 * Formats that Fastify accepts for a proxy: an address, a network `10.0.0.0/8`, or a name of the usual private ones.
 */
const isProxy = (part: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isIP(part.replace(/\/\d{1,3}$/, '')) > 0

const port = '应为 1 到 65535 之间的端口号'

const between = (min: number, max: number, usual: number) => {
  const wanted = `应为 ${min} 到 ${max} 的整数`
  return z.coerce.number(wanted).int(wanted).min(min, wanted).max(max, wanted).default(usual)
}
/** A limit that an association may set otherwise. */
const count = (usual: number, max: number) => between(1, max, usual)

/** Environment variables of the program; nothing else reads the environment. Listed in `.env.example`. */
export const environment = z.object({
  PORT: z.coerce.number(port).int(port).min(1, port).max(65_535, port).default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  ...databaseEnvironment,
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: '应以 http:// 或 https:// 开头' }).optional(),
  TRUST_PROXY: z
    .string()
    .transform(list => list.split(',').flatMap(part => part.trim() || []))
    .refine(list => list.every(isProxy), '应为 IP 地址、网段或 loopback，以逗号分隔')
    .default([]),
  DEMO: z.enum(['0', '1'], '应为 0 或 1').optional(),
  TRIAL: z.enum(['0', '1'], '应为 0 或 1').default('0'),
  CAPTCHA: z.enum(['on', 'off'], '应为 on 或 off').default('on'),
  STAFF_TOTP: z.enum(['on', 'off'], '应为 on 或 off').default('on'),
  LOG_LEVEL: z.enum(LEVELS, `应为 ${LEVELS.join('、')} 之一`).default('info'),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '应为 64 位十六进制字符')
    .optional(),
  ...backupEnvironment,
  ...paperEnvironment,
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
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/, error: '应以 http:// 或 https:// 开头' }).optional(),
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
  ...wechatEnvironment,
  ...paymentEnvironment,
  ...invoiceEnvironment,
  ...signingServiceEnvironment,
  SESSION_IDLE_MINUTES: count(30, 720),
  SESSION_HOURS: count(12, 168),
  SIGN_IN_FAILURES: count(5, 50),
  CODES_PER_HOUR: count(5, 100),
  CODES_PER_DAY: count(10, 1000),
  SITE_CODES_PER_HOUR: count(500, 100_000),
  SITE_CODES_PER_DAY: count(2_000, 1_000_000),
  CAPTCHA_WORK: count(2_000, 100_000),
  WRITES_PER_MINUTE: count(60, 10_000),
  DOCUMENTS_PER_MINUTE: count(120, 10_000),
  BODY_MB_PER_MINUTE: count(32, 10_000),
  CONNECTIONS: count(5_000, 100_000),
  CONNECTIONS_PER_ADDRESS: count(600, 100_000),
  CONNECTIONS_PER_NETWORK: count(2_400, 100_000),
  REQUESTS_AT_ONCE: count(1_500, 100_000),
  REQUESTS_AT_ONCE_PER_ADDRESS: count(400, 100_000),
  REQUESTS_AT_ONCE_PER_NETWORK: count(1_000, 100_000),
  READ_FLOOR: count(1_000, 1_000_000),
  SLOW_SECONDS: count(30, 600),
  DRAIN_SECONDS: between(0, 120, 0),
  PURGE_URL: z.url({ protocol: /^https?$/, error: '应以 http:// 或 https:// 开头' }).optional(),
  PURGE_TOKEN: z.string().min(16, '应至少有 16 个字符').optional(),
  METRICS_TOKEN: z.string().min(16, '应至少有 16 个字符').optional(),
  AUDIT_DAYS: between(180, 36_500, 1096),
  LINK_CHECK: z.enum(['on', 'off'], '应为 on 或 off').default('off'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: '应以 smtp:// 或 smtps:// 开头' }).optional(),
  SMTP_TLS: z.enum(['on', 'off'], '应为 on 或 off').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, '应如 协会名称 <no-reply@example.com>')
    .optional(),
})

/** Settings that each setting requires. */
const needs = (e: z.output<typeof environment>) => [
  ...smsNeeds[e.SMS_PROVIDER],
  ...wechatNeeds(e),
  ...paymentNeeds(e),
  ...invoiceNeeds[e.INVOICE_PROVIDER],
  ...signingServiceNeeds[e.ESIGN_PROVIDER],
  ...backupNeeds(e),
  ...(e.SMTP_URL ? (['MAIL_FROM'] as const) : []),
  ...(e.S3_BUCKET ? (['S3_KEY', 'S3_SECRET'] as const) : []),
  ...(e.S3_PUBLIC_ENDPOINT ? (['S3_BUCKET'] as const) : []),
  ...databaseNeeds(e),
  ...(e.PURGE_URL ? (['PURGE_TOKEN'] as const) : []),
  ...(e.PURGE_TOKEN ? (['PURGE_URL'] as const) : []),
  ...paperNeeds(e),
]
export type Config = ReturnType<typeof readConfig>

/** Reads and checks the environment; throws one plain sentence that names the variable. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const filled = Object.fromEntries(
    Object.entries({ ...env, ...fromFiles(Object.keys(environment.shape), env) }).filter(([, value]) => value !== ''),
  )
  const read = environment.safeParse(filled)
  if (!read.success)
    throw new Error(
      `配置有误：${read.error.issues.map(issue => `${issue.path[0]!.toString()} ${issue.message}`).join('；')}。`,
    )
  const e = read.data
  const missing = needs(e).filter(name => e[name] === undefined)
  if (missing.length > 0) throw new Error(`配置有误：还需要设置 ${missing.join('、')}。`)
  const contradiction = paymentContradiction(e)
  if (contradiction) throw new Error(`配置有误：${contradiction}。`)
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '')
  const loadsDemo = (e.DEMO ?? (e.DATABASE_URL || isPublicAddress(publicUrl) ? '0' : '1')) === '1'
  const isTrial = e.TRIAL === '1' || loadsDemo
  return {
    port: e.PORT,
    /** Undefined: everywhere, but only this machine while anybody knows a password of the site. */
    host: e.HOST,
    dataDir: resolve(e.DATA_DIR),
    ...databaseSettings(e),
    /** Public address of the site, without a trailing slash. Links in pages, feeds and QR codes begin with it. */
    publicUrl,
    /** Addresses of proxies whose X-Forwarded-* is believed; empty: none. */
    trustProxy: e.TRUST_PROXY,
    demo: e.DEMO,
    /** Whether papers may bear an address that only a trial has: said so, or with demo data as they load by themselves. */
    isTrial,
    /** `off` is honoured only with demo data. */
    captcha: e.CAPTCHA,
    /** Whether staff must have a second factor. `off` is honoured only with demo data. */
    staffTotp: e.STAFF_TOTP,
    logLevel: e.LOG_LEVEL,
    secretKey: e.SECRET_KEY,
    backup: backupSettings(e, isTrial),
    /** The PEM files that documents are signed with; undefined: with a key of the program's own making. */
    signing: signingSettings(e),
    /** Time stamp service for signatures. */
    timeStamps: timeStampSettings(e),
    /** SM2 seals put on papers in addition to the signature. */
    seals: sealSettings(e),
    tiandituKey: e.TIANDITU_KEY,
    limits: {
      /** Idle timeout and maximum lifetime of a session, in ms. */
      sessionIdle: e.SESSION_IDLE_MINUTES * 60_000,
      session: e.SESSION_HOURS * 3_600_000,
      /** Failures to sign in, of an account at an address, before each further try has to wait. */
      signInFailures: e.SIGN_IN_FAILURES,
      /** Codes by SMS, to a phone. */
      codesPerHour: e.CODES_PER_HOUR,
      codesPerDay: e.CODES_PER_DAY,
      /** Codes by SMS to all phones together: what the association will pay for. */
      siteCodesPerHour: e.SITE_CODES_PER_HOUR,
      siteCodesPerDay: e.SITE_CODES_PER_DAY,
      /** Maximum hash attempts of a browser for the proof of work. */
      captchaWork: e.CAPTCHA_WORK,
      /** Per account, over all endpoints. */
      writesPerMinute: e.WRITES_PER_MINUTE,
      /** Per account, or per address for visitors: PDFs, workbooks and other files generated on request. */
      documentsPerMinute: e.DOCUMENTS_PER_MINUTE,
      /** Per address: bytes of JSON in requests, not counting uploads. */
      bodyBytesPerMinute: e.BODY_MB_PER_MINUTE << 20,
    },
    /** Limits of the port: connections in all and per address, and minimum speeds. */
    edge: {
      /** A network is a /24 of IPv4 or a /48 of IPv6, and may do what any one address in it may. */
      connections: {
        inAll: e.CONNECTIONS,
        byAddress: e.CONNECTIONS_PER_ADDRESS,
        byNetwork: Math.max(e.CONNECTIONS_PER_NETWORK, e.CONNECTIONS_PER_ADDRESS),
      },
      requests: {
        inAll: e.REQUESTS_AT_ONCE,
        byAddress: e.REQUESTS_AT_ONCE_PER_ADDRESS,
        byNetwork: Math.max(e.REQUESTS_AT_ONCE_PER_NETWORK, e.REQUESTS_AT_ONCE_PER_ADDRESS),
      },
      /** `floor`: what an answer must be read at, in bytes a second over `patience` ms. */
      readers: { floor: e.READ_FLOOR, patience: e.SLOW_SECONDS * 1000 },
    },
    /** Time in ms for which it goes on serving after a stop signal, so that a proxy notices. */
    drain: e.DRAIN_SECONDS * 1000,
    /**
     * Purge service of a cache in front of the site; undefined: no such cache. `metricsToken`: required to read
     * /metrics; undefined: /metrics does not exist.
     */
    purging: e.PURGE_URL && e.PURGE_TOKEN ? { url: e.PURGE_URL, token: e.PURGE_TOKEN } : undefined,
    metricsToken: e.METRICS_TOKEN,
    /** Retention of the audit log in days. */
    auditDays: e.AUDIT_DAYS,
    /** Whether links to other sites are checked each night. */
    linkCheck: e.LINK_CHECK === 'on',
    /** Maximum bytes of an account's uploads. */
    fileQuota: e.FILE_QUOTA_MB * 1024 * 1024,
    /** Hosts from which pictures in pasted texts may be fetched. */
    pictureHosts: e.PICTURE_HOSTS,
    /** Address of the virus scanner: `host:port` or the path of a socket. */
    clamd: e.CLAMD,
    /** The bucket that files live in instead of the data directory. */
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          endpoint: e.S3_ENDPOINT,
          /** Address by which browsers reach the same service, to fetch public files directly. */
          publicEndpoint: e.S3_PUBLIC_ENDPOINT,
          region: e.S3_REGION,
          pathStyle: e.S3_PATH_STYLE === '1',
          key: e.S3_KEY!,
          secret: e.S3_SECRET!,
        }
      : undefined,
    /** Key of the geocoder, which the server calls; a different kind of key than that of the maps in the browser. */
    geocoder: e.TIANDITU_SERVER_KEY ? { key: e.TIANDITU_SERVER_KEY, endpoint: e.TIANDITU_ENDPOINT } : undefined,
    /** Of the provider that is used until the association chooses one of `smsChoices`; undefined: texts go into a file. */
    sms: smsSettings(e),
    smsChoices: smsChoices(e),
    ...wechatSettings(e),
    payments: paymentSettings(e),
    /** Undefined: invoices are issued elsewhere, and written down here. */
    invoices: invoiceSettings(e),
    /** Service with which applicants sign their forms. */
    signingService: signingServiceSettings(e),
    /** Undefined: mails go into files. */
    smtp: e.SMTP_URL
      ? { url: e.SMTP_URL, from: e.MAIL_FROM!, requiresTls: needsTls(e.SMTP_URL, e.SMTP_TLS) }
      : undefined,
  }
}

/** Traffic to this machine crosses no network. */
const needsTls = (url: string, said: 'on' | 'off' | undefined) =>
  said ? said === 'on' : !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

/** A detailed log level also shows the stack of a failed start. */
export const showsStack = (env = process.env) => /^(debug|trace)$/.test(env.LOG_LEVEL ?? '')

/** Settings that systemd passes to a service of `Type=notify`; `watchdog`: in ms, 0 for none. */
export const readSupervisor = (env: Record<string, string | undefined> = process.env) =>
  env.NOTIFY_SOCKET ? { watchdog: Number(env.WATCHDOG_USEC ?? 0) / 1000 } : undefined

/** `NAME_FILE` is a file in which NAME stands, as containers are given secrets: no list of variables shows it. */
function fromFiles(names: readonly string[], env: Record<string, string | undefined>) {
  const given = names.flatMap(name => {
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
