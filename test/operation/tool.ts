import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

/** `hangxie …` on that data directory: its exit code and what it said. */
export async function hangxie(dataDir: string, ...args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir }
  const options = { cwd: root, env, timeout: 150_000 }
  return promisify(execFile)(process.execPath, ['src/cli.ts', ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  )
}
