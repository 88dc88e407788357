import { basename, dirname, resolve } from 'node:path'
import type { PoolConfig } from 'pg'
import { iso, minute } from '#lib/dates.ts'
import { readDatabaseId } from '#lib/server/archive/dump.ts'
import { inMB } from '#lib/server/archive/manifest.ts'
import { makeKeyPair } from '#lib/server/archive/seals.ts'
import { verifyArchive } from '#lib/server/archive/verifying.ts'
import { keysOf, withBackupAt } from '#lib/server/backups/addresses.ts'
import { checkCopy, datedOf, isOurs, listBackups } from '#lib/server/backups/notes.ts'
import { bucketOf, folderOf } from '#lib/server/backups/place.ts'
import { backupsToKeep, keptUntil } from '#lib/server/backups/retention.ts'
import { type BackupResult, runBackup } from '#lib/server/backups/running.ts'
import { withClient } from '#lib/server/database/client.ts'
import { openDb, openPool, poolOf, withUnlimitedPool } from '#lib/server/database/db.ts'
import { compareJournal, readJournal } from '#lib/server/database/migrations.ts'
import { recordRun } from '#lib/server/jobs/runs.ts'
import { type Config, readConfig } from '#lib/server/process/config.ts'
import { openStore } from '#lib/server/storage/store.ts'
import { BACKUP_JOB, backUp, recordFoundBackups, refuseMissingFiles } from '#modules/oversight/backups/server/jobs.ts'
import { sourcesOf } from '#modules/oversight/backups/server/sources.ts'
import { summaryOf, wordsOf } from './backup.ts'
import { type Command, JSON_OPTION, printResult, say, withDatabase } from './command.ts'
import { missingSite } from './siteSettings.ts'

const seals = { none: '未加密', passphrase: '口令', recipient: '公钥', site: '本站密钥' }

/** Runs the daily backup of the server once, for operators who use their own timer or want one now. */
export const backupRun: Command = {
  summary: '照定时备份的设置做一次：加密、试恢复、存到异地、清理旧的',
  options: { note: { type: 'string', summary: '备注；有备注的保留 30 天' }, ...JSON_OPTION },
  run: given =>
    withDatabase(async ({ connection }, config) => {
      const pool = openPool({ ...connection, statement_timeout: 0 })
      try {
        const ctx = { db: openDb(pool), store: await openStore(config), config }
        const { name, note, places, removed } = await recordedBackup(ctx, connection, String(given.note ?? ''))
        printResult(given, { name, ...note, places, removed }, [
          `${note.missing > 0 ? '✗' : '✓'} ${name}：${note.rows} 行，附件 ${note.files} 个，${inMB(note.bytes)}，用时 ${note.seconds.toFixed(1)} 秒。`,
          `存放在 ${places.join('、')}；${verifiedNames[note.verified]}。`,
          ...(note.missing > 0 ? [`有 ${note.missing} 个附件不在存储中，请运行 hangxie doctor --deep。`] : []),
          ...(removed.length > 0 ? [`已删除较早的备份：${removed.join('、')}。`] : []),
        ])
        return note.missing > 0 ? 1 : 0
      } finally {
        await pool.end()
      }
    }),
}

type BackupContext = Parameters<typeof backUp>[0]

/**
 * Makes a backup and records the run and the copies as the program's own job does, for the screen, metrics and alerts. A
 * database of another schema, before or after an update, is backed up without being told.
 */
async function recordedBackup(ctx: BackupContext, connection: PoolConfig, words: string): Promise<BackupResult> {
  const run = { say: async (line: string) => say(line), signal: endSignal(), wantedBy: words && 'hangxie', note: words }
  if ((await withClient(connection, async client => compareJournal(await readJournal(client)))) !== 'current') {
    const sources = sourcesOf(poolOf(ctx.db), ctx.store)
    return runBackup({ config: ctx.config, connection, sources, ...run, isManual: words !== '', words })
  }
  let made: BackupResult | undefined
  const due = { job: BACKUP_JOB, wantedBy: run.wantedBy, note: words }
  await recordRun(ctx, due, run.signal, async recorded => {
    const tell = async (line: string) => {
      say(line)
      await recorded.say(line)
    }
    made = await backUp(ctx, connection, { ...recorded, say: tell })
    refuseMissingFiles(made)
  }).catch(error => {
    // A backup that lacks files is recorded as failed, and shown with what it has.
    if (!made) throw error
  })
  if (!made) throw new Error('备份已取消。')
  return made
}

/** Aborts when the command is told to end, so that the run is recorded as failed and no draft stays. */
function endSignal(): AbortSignal {
  const end = new AbortController()
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => end.abort(new Error('备份被中断。')))
  return end.signal
}

const verifiedNames = { restored: '已试恢复并核对', read: '已逐项读出核对（数据库用户不能建临时数据库，没有试恢复）' }

/** Asks the places themselves: it works on a machine that has nothing else. */
export const backupList: Command = {
  summary: '列出备份：时间、大小、存放处、校验、保留到何时',
  site: 'any',
  options: JSON_OPTION,
  run: async given => {
    const config = readConfig()
    const bucket = await bucketOf(config)
    const own = await databaseOf(config)
    const rows = []
    for (const place of bucket ? [folderOf(config), bucket] : [folderOf(config)]) {
      const found = await listBackups(place)
      const noted = found.filter(({ note }) => isOurs(note, own)).map(one => ({ name: one.name, ...datedOf(one) }))
      const until = keptUntil(noted, config.backup.keep, new Date())
      for (const { name, bytes, at, isDamaged, note } of found) {
        const dated = noted.find(one => one.name === name)
        rows.push({
          name,
          place: place.title,
          at: iso(at),
          bytes,
          seal: note?.seal ?? null,
          verified: note?.verified ?? null,
          missing: note?.missing ?? null,
          isDamaged,
          note: note?.words ?? '',
          keptUntil: dated ? (until.get(dated) ?? null) : null,
          isKept: !dated || backupsToKeep(noted, config.backup.keep, new Date()).has(dated),
        })
      }
    }
    printResult(
      given,
      rows,
      rows.map(({ name, place, at, bytes, seal, verified, isDamaged, note, keptUntil }) =>
        [
          minute(at),
          name,
          inMB(bytes),
          place,
          isDamaged ? '✗ 已损坏' : seal ? `${seals[seal]}，${verifications[verified!]}` : '手工备份，未校验',
          keptUntil ? `保留到 ${keptUntil}` : '不会自动删除',
          ...(note ? [note] : []),
        ].join('  '),
      ),
    )
    return 0
  },
}

const verifications = { restored: '已试恢复', read: '已读出核对' }

/** The identity of the database of these settings; undefined where it is not there or does not answer. */
const databaseOf = (config: Config): Promise<string | undefined> =>
  missingSite(config)
    ? Promise.resolve(undefined)
    : withDatabase(({ connection }) => withClient(connection, readDatabaseId)).catch(() => undefined)

/** Runs every check of a restore without restoring, and notes beside a copy that it is damaged. */
export const backupVerify: Command = {
  summary: '检查备份文件是否完整、能否恢复',
  operand: '备份文件',
  site: 'any',
  options: JSON_OPTION,
  run: async given => {
    const config = readConfig()
    const address = String(given.operand)
    const keys = await keysOf(config)
    const manifest = await withBackupAt(config, address, path => verifyArchive({ path, ...keys }), say).catch(
      async error => {
        if (await isFoundDamaged(config, address)) say('已记为损坏，“备份”页和 hangxie doctor 会提醒。')
        throw error
      },
    )
    printResult(given, { path: address, ok: true, ...summaryOf(manifest) }, [
      `✓ ${address} 完好：${wordsOf(manifest)}。`,
    ])
    return 0
  },
}

/** Whether a kept copy is no longer what it was when it was made; its note and the database say so from now on. */
async function isFoundDamaged(config: Config, address: string): Promise<boolean> {
  const isInBucket = address.startsWith('s3://')
  const place = isInBucket ? await bucketOf(config) : folderOf(config)
  if (!place || (!isInBucket && dirname(resolve(address)) !== config.backup.folder)) return false
  const found = (await listBackups(place)).find(({ name }) => name === basename(address))
  const isDamaged = found?.isDamaged || (found?.note && !(await checkCopy(place, found.name, found.note)))
  if (isDamaged && !missingSite(config))
    await withDatabase(({ connection }) =>
      withUnlimitedPool(connection, pool => recordFoundBackups({ db: openDb(pool), config })),
    ).catch(() => {})
  return Boolean(isDamaged)
}

/** The private key is printed and kept nowhere. */
export const backupKey: Command = {
  summary: '生成备份加密用的一对密钥，公钥写进设置，私钥另行保管',
  site: 'none',
  options: JSON_OPTION,
  run: async given => {
    const { recipient, identity } = makeKeyPair()
    printResult(given, { recipient, identity }, [
      `公钥（写进服务器的设置）：BACKUP_RECIPIENT=${recipient}`,
      `私钥（打印或存进密码库，不要放在服务器上；丢失后备份无法打开）：BACKUP_IDENTITY=${identity}`,
    ])
    return 0
  },
}
