import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

/** `hangxie …` on that data directory: its exit code and what it said. */
export const hangxie = (dataDir: string, ...args: string[]) => runTool({ DATA_DIR: dataDir }, ...args)

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
