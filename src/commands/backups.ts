import { dayOf, iso, minute } from '#lib/dates.ts'
import { inMB } from '#lib/server/archive/manifest.ts'
import { makeKeyPair } from '#lib/server/archive/seals.ts'
import { verifyArchive } from '#lib/server/archive/verifying.ts'
import { keysOf, withBackupAt } from '#lib/server/backups/addresses.ts'
import { listBackups } from '#lib/server/backups/notes.ts'
import { bucketOf, folderOf } from '#lib/server/backups/place.ts'
import { backupsToKeep, keptUntil } from '#lib/server/backups/retention.ts'
import { runBackup } from '#lib/server/backups/running.ts'
import { openPool } from '#lib/server/database/db.ts'
import { readConfig } from '#lib/server/process/config.ts'
import { openStore } from '#lib/server/storage/store.ts'
import { sourcesOf } from '#modules/oversight/backups/server/sources.ts'
import { summaryOf, wordsOf } from './backup.ts'
import { type Command, JSON_OPTION, printResult, say, withDatabase } from './command.ts'

const seals = { none: '未加密', passphrase: '口令', recipient: '公钥', site: '本站密钥' }

/** Runs the daily backup of the server once, for operators who use their own timer or want one now. */
export const backupRun: Command = {
  summary: '照定时备份的设置做一次：加密、试恢复、存到异地、清理旧的',
  options: JSON_OPTION,
  run: given =>
    withDatabase(async ({ connection }, config) => {
      const pool = openPool({ ...connection, statement_timeout: 0 })
      try {
        const sources = sourcesOf(pool, await openStore(config))
        const { name, note, places, removed } = await runBackup({ config, connection, sources, say })
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

const verifiedNames = { restored: '已试恢复并核对', read: '已逐项读出核对（数据库用户不能建临时数据库，没有试恢复）' }

/** Asks the places themselves: it works on a machine that has nothing else. */
export const backupList: Command = {
  summary: '列出备份：时间、大小、存放处、校验、保留到何时',
  site: 'any',
  options: JSON_OPTION,
  run: async given => {
    const config = readConfig()
    const bucket = await bucketOf(config)
    const rows = []
    for (const place of bucket ? [folderOf(config), bucket] : [folderOf(config)]) {
      const found = await listBackups(place)
      const noted = found.flatMap(({ name, at, note }) => (note ? { name, at, isGood: note.missing === 0 } : []))
      const until = keptUntil(noted, config.backup.keep, dayOf(new Date()))
      for (const { name, bytes, at, note } of found) {
        const dated = noted.find(one => one.name === name)
        rows.push({
          name,
          place: place.title,
          at: iso(at),
          bytes,
          seal: note?.seal ?? null,
          verified: note?.verified ?? null,
          missing: note?.missing ?? null,
          keptUntil: dated ? (until.get(dated) ?? null) : null,
          isKept: !dated || backupsToKeep(noted, config.backup.keep).has(dated),
        })
      }
    }
    printResult(
      given,
      rows,
      rows.map(({ name, place, at, bytes, seal, verified, keptUntil }) =>
        [
          minute(at),
          name,
          inMB(bytes),
          place,
          seal ? `${seals[seal]}，${verified === 'restored' ? '已试恢复' : '已读出核对'}` : '手工备份，未校验',
          keptUntil ? `保留到 ${keptUntil}` : '不会自动删除',
        ].join('  '),
      ),
    )
    return 0
  },
}

/** Runs every check of a restore without restoring. */
export const backupVerify: Command = {
  summary: '检查备份文件是否完整、能否恢复',
  operand: '备份文件',
  site: 'any',
  options: JSON_OPTION,
  run: async given => {
    const config = readConfig()
    const address = String(given.operand)
    const keys = await keysOf(config)
    const manifest = await withBackupAt(config, address, path => verifyArchive({ path, ...keys }), say)
    printResult(given, { path: address, ok: true, ...summaryOf(manifest) }, [
      `✓ ${address} 完好：${wordsOf(manifest)}。`,
    ])
    return 0
  },
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
