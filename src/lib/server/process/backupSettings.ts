import { resolve } from 'node:path'
import { z } from 'zod'

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/
/** 32 bytes, as `hangxie backup key` prints them. */
const key = z.string().regex(/^[\w-]{43}$/, '应为 hangxie backup key 给出的 43 个字符')
const keepCount = (usual: number, least: number) => {
  const wanted = `应为 ${least} 到 1000 的整数`
  return z.coerce.number(wanted).int(wanted).min(least, wanted).max(1000, wanted).default(usual)
}

/** Variables of backups, scheduled or by hand, and of continuous archiving. */
export const backupEnvironment = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_AT: z
    .string()
    .refine(value => value === 'off' || TIME.test(value), '应为 02:30 这样的时刻，或 off')
    .default('02:30'),
  BACKUP_DAILY: keepCount(7, 1),
  BACKUP_WEEKLY: keepCount(4, 0),
  BACKUP_MONTHLY: keepCount(12, 0),
  BACKUP_PASSPHRASE: z.string().min(12, '至少 12 个字符').optional(),
  BACKUP_RECIPIENT: key.optional(),
  BACKUP_IDENTITY: key.optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: '应以 http:// 或 https:// 开头' }).optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_KEY: z.string().optional(),
  BACKUP_S3_SECRET: z.string().optional(),
  BACKUP_S3_PATH_STYLE: z.enum(['0', '1'], '应为 0 或 1').default('0'),
  WAL_ARCHIVE: z.enum(['off', 'folder', 's3'], '应为 off、folder 或 s3').optional(),
  WAL_ARCHIVE_GB: z.coerce.number('应为 1 到 100000 的整数').int().min(1).max(100_000).default(10),
}
const shape = z.object(backupEnvironment)
type Given = z.output<typeof shape> & { DATA_DIR: string; DATABASE_URL?: string | undefined }

/** Settings that each setting requires. */
export const backupNeeds = (e: Given) => [
  ...(e.BACKUP_S3_BUCKET ? (['BACKUP_S3_KEY', 'BACKUP_S3_SECRET'] as const) : []),
  ...(e.WAL_ARCHIVE === 's3' ? (['BACKUP_S3_BUCKET'] as const) : []),
]

/** `isTrial`: there is nothing yet that must not get lost. */
export function backupSettings(e: Given, isTrial: boolean) {
  const [, hour, minute] = e.BACKUP_AT.match(TIME) ?? []
  const wal = e.WAL_ARCHIVE ?? (e.DATABASE_URL || isTrial || hour === undefined ? 'off' : 'folder')
  return {
    folder: resolve(e.BACKUP_DIR ?? `${resolve(e.DATA_DIR)}-backups`),
    /** Schedule of automatic backups, by the clock of Shanghai; undefined: none. */
    cron: hour === undefined ? undefined : `${Number(minute)} ${Number(hour)} * * *`,
    keep: { daily: e.BACKUP_DAILY, weekly: e.BACKUP_WEEKLY, monthly: e.BACKUP_MONTHLY },
    passphrase: e.BACKUP_PASSPHRASE,
    /** The public key that backups are encrypted to, and the private one that opens them, which the server need not have. */
    recipient: e.BACKUP_RECIPIENT,
    identity: e.BACKUP_IDENTITY,
    /** The bucket of backups, apart from that of files. */
    s3: e.BACKUP_S3_BUCKET
      ? {
          bucket: e.BACKUP_S3_BUCKET,
          endpoint: e.BACKUP_S3_ENDPOINT,
          region: e.BACKUP_S3_REGION,
          pathStyle: e.BACKUP_S3_PATH_STYLE === '1',
          key: e.BACKUP_S3_KEY!,
          secret: e.BACKUP_S3_SECRET!,
        }
      : undefined,
    /** Place of the log archive of the built-in PostgreSQL; undefined: not archived. */
    wal: wal === 'off' ? undefined : wal,
    /** Above this the archive reaches back less far, down to one day. */
    maxWalBytes: e.WAL_ARCHIVE_GB * 1e9,
  }
}
