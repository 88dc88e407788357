import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { MIN_POSTGRES_VERSION } from '../../src/lib/server/database/database.ts'
import { installedPostgres } from '../operation/installed.ts'

const root = resolve(import.meta.dirname, '../..')

/** PostgreSQL versions installed by Debian packages; POSTGRES_BIN selects another one. */
const bins = process.env.POSTGRES_BIN
  ? [process.env.POSTGRES_BIN]
  : installedPostgres.filter(({ version }) => version >= MIN_POSTGRES_VERSION).map(({ bin }) => bin)

test.for(bins)('all tests of the API pass on %s', async bin => {
  const env = { ...process.env, POSTGRES_BIN: bin }
  const program = resolve(root, 'node_modules/vitest/vitest.mjs')
  const args = [program, 'run', '--project=unit', '--reporter=dot']
  const { code, said } = await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 1 << 28 }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout }) => ({ code, said: stdout as string }),
  )
  expect(code, said.slice(-20_000)).toBe(0)
})
