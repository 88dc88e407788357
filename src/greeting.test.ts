import { expect, inject, test } from 'vitest'
import { openServices } from '#lib/server/api/services.ts'
import { openPool } from '#lib/server/database/db.ts'
import { readConfig } from '#lib/server/process/config.ts'
import { greet } from './greeting.ts'

test('a database that dies just after the start does not end the site', async () => {
  const config = readConfig({ DATA_DIR: inject('dataDir'), PUBLIC_URL: 'http://site.test' })
  const pool = openPool({ host: '/nowhere' })
  const lines: string[] = []
  await greet(await openServices(config, pool), line => lines.push(line))
  expect(lines[0]).toContain('行协已启动：http://site.test/')
  expect(lines[1]).toContain('网站仍在运行')
  await pool.end()
})
