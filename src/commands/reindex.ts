import type { PoolConfig } from 'pg'
import { readTables } from '#lib/server/archive/dump.ts'
import { withClient } from '#lib/server/database/client.ts'
import { rebuildWords } from '../searchWords.ts'
import { type Command, JSON_OPTION, printResult, say, withDatabase, withServices } from './command.ts'

export const reindex: Command = {
  summary: '重建搜索用词或数据库索引，可在运行时使用',
  options: {
    search: { type: 'boolean', summary: '由记录重建搜索用词（默认）' },
    database: { type: 'boolean', summary: '重建数据库索引' },
    'dry-run': { type: 'boolean', summary: '只看有多少需要重建，不改动' },
    ...JSON_OPTION,
  },
  run: async given => {
    const dry = given['dry-run'] === true
    const words = given.search || !given.database ? await withServices(({ db }) => rebuildWords(db, { dry, say })) : []
    const indexed = given.database && !dry ? await withDatabase(({ connection }) => rebuildIndexes(connection)) : []
    printResult(given, { dryRun: dry, search: words, database: indexed }, [
      ...words.map(({ name, rows, stale }) => `${name}：${rows} 条，${dry ? '待重建' : '已重建'} ${stale} 条。`),
      ...(indexed.length > 0 ? [`已重建 ${indexed.length} 张表的索引。`] : []),
    ])
    return 0
  },
}

/** Rebuilds the indexes one table after the other, while the site reads and writes them. */
const rebuildIndexes = (connection: PoolConfig): Promise<string[]> =>
  withClient(connection, async client => {
    const names = (await readTables(client)).map(({ name }) => name)
    for (const [index, name] of names.entries()) {
      await client.query(`reindex table concurrently public."${name}"`)
      if (index % 20 === 19) say(`已重建 ${index + 1} / ${names.length} 张表的索引`)
    }
    return names
  })
