import { expect, inject, test } from 'vitest'
import { openServices } from '#lib/server/api/services.ts'
import { openPool } from '#lib/server/database/db.ts'
import { readConfig } from '#lib/server/process/config.ts'
import { startApp } from '#test/support/app.ts'
import { staffWith } from '#test/support/make.ts'
import { printStartupBanner } from './startupBanner.ts'

test('a database that dies just after the start does not end the site', async () => {
  const config = readConfig({ DATA_DIR: inject('dataDir'), PUBLIC_URL: 'http://site.test' })
  const pool = openPool({ host: '/nowhere' })
  const lines: string[] = []
  await printStartupBanner(await openServices(config, pool), line => lines.push(line))
  expect(lines[0]).toContain('行协已启动：http://site.test/')
  expect(lines[1]).toContain('网站仍在运行')
  await pool.end()
})

test('who has its administrator is told what is still to be done, and where', async () => {
  const site = await startApp()
  await staffWith(site, ['admin'])
  await import('./parts.ts')
  const lines: string[] = []
  await printStartupBanner(site.services, line => lines.push(line))
  expect(lines[1]).toMatch(/上线之前还差 7 项：协会名称与简介、.*\n .*\/staff\/setup$/)
  await site.close()
})
