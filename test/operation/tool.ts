import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Site } from '../support/app.ts'

const root = resolve(import.meta.dirname, '../..')

/** `hangxie …` on that data directory: its exit code and what it said. */
export const hangxie = (dataDir: string, ...args: string[]) => runTool({ DATA_DIR: dataDir }, ...args)

/** The settings with which a command works on the site of a test. */
export async function settingsOf({ services: { db, config } }: Site): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string; host: string; port: string }>(
    `select current_database() as name, current_setting('unix_socket_directories') as host, current_setting('port') as port`,
  )
  const { name, host, port } = rows[0]!
  return {
    DATABASE_URL: `postgres://hangxie@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    DATA_DIR: config.dataDir,
    BACKUP_AT: 'off',
  }
}

/** `hangxie …` with these settings; `site`: the line that names the site, apart from the rest on standard error. */
export async function runTool(settings: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production', ...settings }
  const options = { cwd: root, env, timeout: 150_000 }
  const said = await promisify(execFile)(process.execPath, ['src/cli.ts', ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  )
  const [site = ''] = said.stderr.match(/^站点：.*\n/) ?? []
  return { ...said, site, stderr: said.stderr.slice(site.length) }
}
