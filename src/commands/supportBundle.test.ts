import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { runTool, settingsOf } from '#test/operation/tool.ts'
import { startApp } from '#test/support/app.ts'
import { describeSettings, maskPersonal } from './supportBundle.ts'

test('numbers that look like a person are masked, and others are left', () => {
  const line = '手机 13900001234，证件 11010519491231002X，邮箱 zhang@example.com，编号 CBWA-2026-0012，2026-12-01'
  const { text, masked } = maskPersonal(line)
  expect(masked).toBe(3)
  expect(text).toBe('手机 139****1234，证件 1****************X，邮箱 z***@example.com，编号 CBWA-2026-0012，2026-12-01')
})

test('settings are told without their secrets', () => {
  const told = describeSettings({
    PORT: '3001',
    BACKUP_AT: '02:30',
    SMS_PROVIDER: 'aliyun',
    SECRET_KEY: 'abcdefgh',
    DATABASE_URL: 'postgres://hangxie:geheim@db/hangxie',
    SMTP_URL: 'smtp://user:pass@mail',
  })
  expect(told).toMatch(/^PORT=3001$/m)
  expect(told).toMatch(/^BACKUP_AT=02:30$/m)
  expect(told).toMatch(/^SMS_PROVIDER=aliyun$/m)
  expect(told).toMatch(/^SECRET_KEY 已设置$/m)
  expect(told).not.toMatch(/geheim|abcdefgh|pass@mail/)
})

test('a bundle holds what helps to help, and nobody’s number', { timeout: 120_000 }, async () => {
  const site = await startApp()
  const folder = await mkdtemp(join(tmpdir(), 'hangxie-bundle-'))
  onTestFinished(async () => {
    await site.close()
    await rm(folder, { recursive: true })
  })
  await site.services.db
    .insert(jobRun)
    .values({ job: 'outbox', result: 'failed', error: '没有发给 13900001234：余额不足', finishedAt: new Date() })
  const log = join(folder, 'hangxie.log')
  await writeFile(
    log,
    '{"level":30,"msg":"request"}\n{"level":50,"msg":"failed for li@example.com"}\nRangeError: at main.js:1\n',
  )
  const settings = { ...(await settingsOf(site)), METRICS_TOKEN: 'a-token-of-the-operator' }
  const bundle = join(folder, 'bundle.zip')
  expect(await runTool(settings, 'support-bundle', bundle, '--log', log)).toMatchObject({
    code: 0,
    stdout: /遮去 2 处/,
  })
  // Nothing is compressed, so that the bytes can be read as they are.
  const text = (await readFile(bundle)).toString()
  for (const part of ['versions.txt', 'settings.txt', 'doctor.json', 'failed-jobs.json', 'tables.json', 'errors.log'])
    expect(text).toContain(part)
  expect(text).toContain('余额不足')
  expect(text).toContain('RangeError')
  expect(text).not.toContain('"level":30')
  for (const secret of ['13900001234', 'li@example.com', 'a-token-of-the-operator']) expect(text).not.toContain(secret)
  // Asked of a place without a site, it says so, and makes none.
  const nowhere = join(folder, 'nowhere')
  expect(await runTool({ DATA_DIR: nowhere }, 'support-bundle', join(folder, 'none.zip'))).toMatchObject({ code: 0 })
  expect((await readFile(join(folder, 'none.zip'))).toString()).toContain(`数据目录 ${nowhere} 不存在`)
  expect(existsSync(nowhere)).toBe(false)
  // An existing file is not written over.
  expect(await runTool(settings, 'support-bundle', bundle)).toMatchObject({ code: 1 })
})
