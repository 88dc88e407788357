import { basename, dirname } from 'node:path'
import { makeBackup } from '#lib/server/archive/backup.ts'
import { withSnapshot } from '#lib/server/archive/dump.ts'
import { keepNewest, nameAt, targetOf, writeAtomically } from '#lib/server/archive/folder.ts'
import { bytesOf, filesOf, inMB, type Manifest, rowsOf } from '#lib/server/archive/manifest.ts'
import { makeSeal } from '#lib/server/archive/seals.ts'
import { holdsKey } from '#lib/server/archive/verifying.ts'
import { lockOf } from '#lib/server/backups/lock.ts'
import { openDb, openPool } from '#lib/server/database/db.ts'
import { openStore } from '#lib/server/storage/store.ts'
import { findUnnamed, namedFiles } from '#modules/files/server/namedFiles.ts'
import { type Command, JSON_OPTION, printResult, withDatabase, wrongUse } from './command.ts'

/** Runs beside a server that keeps writing; the archive holds one consistent snapshot. */
export const backup: Command = {
  summary: '把数据库与附件备份成一个文件，可在运行时使用',
  options: {
    to: { type: 'string', summary: '写到哪个文件或目录，默认 BACKUP_DIR' },
    keep: { type: 'string', summary: '只保留目录里最新的几个备份' },
    encrypt: { type: 'boolean', summary: '用 BACKUP_RECIPIENT 或 BACKUP_PASSPHRASE 加密，密钥也包含在内' },
    'with-key': { type: 'boolean', summary: '不加密也包含密钥（请把备份放在安全的地方）' },
    ...JSON_OPTION,
  },
  run: given => {
    const keep = given.keep === undefined ? undefined : Number(given.keep)
    if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1)) throw wrongUse('--keep 应为 1 以上的整数。')
    return withDatabase(async ({ connection }, config) => {
      const begun = Date.now()
      const { recipient, passphrase } = config.backup
      if (given.encrypt && !recipient && !passphrase)
        throw new Error('加密需要公钥或口令：请设置环境变量 BACKUP_RECIPIENT，或 BACKUP_PASSPHRASE（至少 12 个字符）。')
      const seal = given.encrypt ? await makeSeal(await lockOf(config)) : undefined
      const store = await openStore(config)
      const pool = openPool({ ...connection, statement_timeout: 0 })
      const [path, manifest] = await withSnapshot(connection, async snapshot => {
        if (snapshot.migrations.length === 0) throw new Error('数据库还是空的，没有可以备份的内容。')
        const path = await targetOf(String(given.to ?? `${config.backup.folder}/`), nameAt(snapshot.at, !!seal))
        const made = {
          files: namedFiles(openDb(snapshot.client)),
          unnamed: (keys: string[]) => findUnnamed(openDb(pool), keys),
          store,
          config,
          seal,
          withKey: Boolean(seal || given['with-key']),
          say: () => {},
        }
        return [path, await writeAtomically(path, draft => makeBackup(draft, snapshot, made))] as const
      }).finally(() => pool.end())
      const faults = manifest.faults.filter(({ why }) => why !== 'removed')
      // Older backups are kept when this one lacks files: they may still hold them.
      const removed = keep === undefined || faults.length > 0 ? [] : await keepNewest(dirname(path), keep)
      const seconds = (Date.now() - begun) / 1000
      printResult(given, { path, ...summaryOf(manifest), seconds, removed, faults }, [
        `${faults.length > 0 ? '✗' : '✓'} 已备份到 ${path}：${wordsOf(manifest)}，用时 ${seconds.toFixed(1)} 秒。`,
        ...(manifest.keyMark && !holdsKey(manifest) ? [KEY_APART] : []),
        ...(removed.length > 0 ? [`已删除较早的备份：${removed.map(name => basename(name)).join('、')}。`] : []),
        ...faults.map(({ key, why }) => `附件 ${key} ${faultNames[why]}，请用以前的备份找回。`),
      ])
      return faults.length > 0 ? 1 : 0
    })
  },
}

const KEY_APART = '备份里没有密钥：请把 secret.key（或 SECRET_KEY）另行保管，没有它不能恢复；加 --encrypt 可一并包含。'
const faultNames = { missing: '不在存储中', damaged: '与记录的大小或校验值不符', removed: '备份期间被删除' }

export const summaryOf = (manifest: Manifest) => ({
  at: manifest.at,
  version: manifest.version,
  migrations: manifest.migrations.length,
  tables: manifest.tables.length,
  rows: rowsOf(manifest),
  files: filesOf(manifest).length,
  bytes: bytesOf(manifest),
  hasKey: holdsKey(manifest),
})

export function wordsOf(manifest: Manifest): string {
  const { tables, rows, files, bytes, version } = summaryOf(manifest)
  const at = new Date(manifest.at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai' })
  return `${at} 的数据（程序 ${version}），${tables} 张表 ${rows} 行，附件 ${files} 个，共 ${inMB(bytes)}`
}
