import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolConfig } from 'pg'
import { iso } from '#lib/dates.ts'
import { maskEmail, maskIdNumber, maskMobile } from '#lib/mask.ts'
import { queryOnce, withClient } from '#lib/server/database/client.ts'
import { readMigrations } from '#lib/server/database/migrations.ts'
import { buildName } from '#lib/server/process/buildIdentity.ts'
import { type Config, environment, readConfig } from '#lib/server/process/config.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { type Command, say, sentenceOf, withDatabase } from './command.ts'
import { examine } from './doctor.ts'
import { missingSite } from './siteSettings.ts'

type Part = { name: string; text: string }

const MAX_RUNS = 200
const MAX_STATEMENTS = 20
const METRICS_TIMEOUT_MS = 5_000
/** The end of a log that is read, in bytes. */
const MAX_LOG_BYTES = 2_000_000
/** Errors and what is worse, as pino counts levels. */
const ERROR_LEVEL = 50

export const supportBundle: Command = {
  summary: '为求助打包现状：设置（不含密钥）、版本、检查结果、指标、最近的错误、慢查询；像个人信息的文字一律遮去',
  operand: '文件（.zip）',
  site: 'any',
  options: { log: { type: 'string', summary: '程序的日志文件，取其末尾的错误' } },
  run: async ({ operand, log }) => {
    const path = resolve(String(operand))
    const config = readConfig()
    let masked = 0
    const entries = async function* () {
      for await (const { name, text } of partsOf(config, typeof log === 'string' ? log : undefined)) {
        say(`已读取 ${name}`)
        const clean = maskPersonal(text)
        masked += clean.masked
        yield { name, bytes: Buffer.from(clean.text) }
      }
    }
    await pipeline(Readable.from(zipOf(entries(), new Date())), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    console.log(`已写入 ${path}（${(await stat(path)).size} 字节），遮去 ${masked} 处像手机号、证件号或邮箱的文字。`)
    console.log('发出前请自己打开看一遍。')
    return 0
  },
}

/** Reads what a part is about; what fails becomes the part, in one sentence. */
const partOf = async (name: string, read: () => Promise<string> | string): Promise<Part> => ({
  name,
  text: await Promise.resolve().then(read).catch(sentenceOf),
})

async function* partsOf(config: Config, log: string | undefined): AsyncGenerator<Part> {
  yield partOf('versions.txt', describeProgram)
  yield partOf('settings.txt', () => describeSettings(process.env))
  yield partOf('doctor.json', async () => toText(await examine(false)))
  yield partOf('metrics.txt', () => readMetrics(config))
  yield* await readDatabaseParts(config).catch(error => [{ name: 'database.txt', text: sentenceOf(error) }])
  if (log) yield partOf('errors.log', () => readErrors(log))
}

/** Opens the database once, since each opening starts the built-in one where no server runs, and never makes one. */
async function readDatabaseParts(config: Config): Promise<Part[]> {
  const missing = missingSite(config)
  if (missing) throw missing
  return withDatabase(({ connection }) =>
    Promise.all([
      partOf('database.json', () => readDatabase(connection)),
      partOf('failed-jobs.json', () => readFailedJobs(connection)),
      partOf('tables.json', () => readTables(connection)),
      partOf('statements.json', () => readStatements(connection)),
    ]),
  )
}

const toText = (value: unknown) => JSON.stringify(value, null, 2)

const describeProgram = () =>
  [
    `行协 ${buildName}`,
    `Node ${process.versions.node}，${process.platform} ${process.arch}`,
    `写成于 ${iso(new Date())}`,
  ].join('\n')

async function readDatabase(connection: PoolConfig): Promise<string> {
  const [server] = await queryOnce<{ version: string }>(connection, 'select version()')
  return toText({ ...server, migrations: await readMigrations(connection) })
}

/** Values that say nothing to a stranger: numbers, times of day, switches and names of providers. */
const PLAIN_VALUE = /^(\d{1,9}|\d\d:\d\d|[a-z][a-z-]{0,19})$/i
const SECRET_NAME = /KEY|SECRET|TOKEN|PASS|URL|RECIPIENT|ACCOUNT|USER|ID$/

/** Each setting that the program knows: its value where that is harmless, otherwise only that it is set. */
export const describeSettings = (env: Record<string, string | undefined>): string =>
  Object.keys(environment.shape)
    .sort()
    .map(name => {
      const value = env[name] ?? (env[`${name}_FILE`] && 'file')
      if (!value) return `${name} 未设置`
      return PLAIN_VALUE.test(value) && !SECRET_NAME.test(name) ? `${name}=${value}` : `${name} 已设置`
    })
    .join('\n')

async function readMetrics({ port, metricsToken }: Config): Promise<string> {
  if (!metricsToken) return '没有设置 METRICS_TOKEN，读不到指标。'
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(METRICS_TIMEOUT_MS),
  })
  return answer.ok ? answer.text() : `指标没有读到（HTTP ${answer.status}）。`
}

const readFailedJobs = async (connection: PoolConfig) =>
  toText(
    await queryOnce(
      connection,
      `select job, started_at, finished_at, result, error from job_run
       where result in ('failed', 'interrupted') order by id desc limit ${MAX_RUNS}`,
    ),
  )

const readTables = async (connection: PoolConfig) =>
  toText(
    await queryOnce(
      connection,
      `select relname as name, n_live_tup as rows, n_dead_tup as dead, pg_total_relation_size(relid) as bytes,
         last_autovacuum, last_autoanalyze from pg_stat_user_tables order by bytes desc`,
    ),
  )

type Statement = { query: string; calls: string; mean_ms: number; total_ms: number; plan?: string }

/** The statements that take most of the time, without their values, each with its plan where PostgreSQL can tell it. */
async function readStatements(connection: PoolConfig): Promise<string> {
  return withClient(connection, async client => {
    const { rows: known } = await client.query(`select 1 from pg_extension where extname = 'pg_stat_statements'`)
    if (known.length === 0) return '数据库没有启用 pg_stat_statements，没有慢查询的资料。'
    const { rows } = await client.query<Statement>(
      `select query, calls, round(mean_exec_time::numeric, 1)::float as mean_ms,
         round(total_exec_time::numeric)::float as total_ms
       from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
       order by total_exec_time desc limit ${MAX_STATEMENTS}`,
    )
    for (const statement of rows) {
      // Generic plans came with PostgreSQL 16; what is no query has none.
      const { rows: plan } = await client
        .query<Record<string, string>>(`explain (generic_plan) ${statement.query}`)
        .catch(() => ({ rows: [] }))
      statement.plan = plan.map(line => Object.values(line)[0]).join('\n')
    }
    return toText(rows)
  })
}

/** Lines of errors at the end of a log; a line that is no JSON is kept, since a crash writes such. */
async function readErrors(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - MAX_LOG_BYTES)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - start), position: start })
    const lines = buffer.subarray(0, bytesRead).toString().split('\n')
    return lines.filter(line => levelOf(line) >= ERROR_LEVEL).join('\n')
  } finally {
    await file.close()
  }
}

function levelOf(line: string): number {
  try {
    return Number(JSON.parse(line).level)
  } catch {
    return line.trim() === '' ? 0 : ERROR_LEVEL
  }
}

const PERSONAL: [RegExp, (found: string) => string][] = [
  [/(?<![\dA-Za-z])\d{17}[\dXx](?![\dA-Za-z])/g, maskIdNumber],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, maskMobile],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, maskEmail],
]

/** Masks what looks like a phone number, an identity number or an address of mail, whatever wrote it there. */
export function maskPersonal(text: string): { text: string; masked: number } {
  let masked = 0
  const clean = PERSONAL.reduce(
    (before, [pattern, mask]) =>
      before.replace(pattern, found => {
        masked++
        return mask(found)
      }),
    text,
  )
  return { text: clean, masked }
}
