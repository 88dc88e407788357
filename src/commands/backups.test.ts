import { mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { backupMeasures } from '#modules/oversight/backups/server/measures.ts'
import { runTool, settingsOf } from '#test/operation/tool.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { lookAtBackups } from './doctorBackups.ts'

let site: Site
let admin: Awaited<ReturnType<typeof asStaff>>
let home: string
let folder: string
let settings: Record<string, string>

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hangxie-timer-'))
  folder = join(home, 'kept')
  site = await startApp({ env: { BACKUP_DIR: folder, BACKUP_AT: 'off' } })
  admin = await asStaff(site, await staffWith(site, ['admin']))
  settings = { ...(await settingsOf(site)), BACKUP_DIR: folder }
})
afterAll(async () => {
  await site.close()
  await rm(home, { recursive: true })
})

const standing = async () => (await admin.get('/staff/backup/list')).data
const measured = async (name: string) => {
  const measure = backupMeasures.find(one => one.name === `hangxie_backup_${name}`)!
  return (await measure.read({ ...site.services, now: new Date() }))[0]?.value
}

test('a backup of the operator’s own timer is known to the screen, the metrics and the workbench, and so is its failure', {
  timeout: 300_000,
}, async () => {
  expect((await standing()).worries).toEqual([expect.stringMatching(/已关闭/)])
  expect(await measured('verified_timestamp_seconds')).toBeNaN()

  expect(await runTool({ ...settings, BACKUP_DIR: '/dev/null/none' }, 'backup', 'run')).toMatchObject({ code: 1 })
  expect((await standing()).worries.join()).toMatch(/还没有校验过的备份.*上次备份没有成功：备份不能写到/)
  expect(await measured('last_failed')).toBe(1)

  const done = await runTool(settings, 'backup', 'run', '--note', '导入以前')
  expect(done).toMatchObject({ code: 0, stdout: /已试恢复并核对/ })
  expect(await standing()).toMatchObject({
    worries: [],
    backups: [{ isGood: true, note: '导入以前', isOther: false, keptUntil: expect.any(String) }],
  })
  expect(await measured('last_failed')).toBe(0)
  expect(await measured('verified_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 600)
  expect(await site.services.db.select().from(jobRun)).toMatchObject([
    { job: 'backup', result: 'failed', wantedBy: '' },
    { job: 'backup', result: 'done', wantedBy: 'hangxie', note: '导入以前' },
  ])
})

test('a copy that a verification refuses is damaged in the list, on the screen and for the doctor', {
  timeout: 200_000,
}, async () => {
  const { config } = site.services
  expect(JSON.stringify(await lookAtBackups(config))).toMatch(/0 小时以前/)
  const [name] = (await readdir(folder)).filter(one => one.endsWith('.enc'))
  const file = await open(join(folder, name!), 'r+')
  await file.write(Buffer.from([7, 7, 7, 7]), 0, 4, 5_000)
  await file.close()
  const verified = await runTool(settings, 'backup', 'verify', join(folder, name!))
  expect(verified).toMatchObject({ code: 1, stderr: /已记为损坏/ })
  expect((await standing()).backups).toMatchObject([{ isGood: false, verifiedName: '已损坏' }])
  await expect(lookAtBackups(config)).rejects.toThrow(/已损坏/)
  const list = await runTool(settings, 'backup', 'list', '--json')
  expect(JSON.parse(list.stdout)).toMatchObject([{ name, isDamaged: true }])
})
