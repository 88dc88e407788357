import { randomUUID } from 'node:crypto'
import { appendFile, copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { openPool } from '#lib/server/database/db.ts'
import { makeJobs } from '#lib/server/jobs/jobs.ts'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { on } from '#test/support/cluster.ts'
import { asStaff, staffWith } from '#test/support/make.ts'
import { until } from '#test/support/site.ts'
import { backupProblems } from './server/backupHealth.ts'
import { backupJobs } from './server/jobs.ts'

let site: Site
let pool: ReturnType<typeof openPool>
let clockwork: ReturnType<typeof makeJobs>
let admin: Awaited<ReturnType<typeof asStaff>>
let home: string

const standing = async () => (await admin.get('/staff/backup/list')).data
const DAY = 86_400_000

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hangxie-kept-'))
  const bucket = { BACKUP_S3_BUCKET: 'kept', BACKUP_S3_KEY: 'key', BACKUP_S3_SECRET: 'secret' }
  site = await startApp({ env: { BACKUP_DIR: join(home, 'kept'), WAL_ARCHIVE: 'folder', ...bucket } })
  // Named on the screen; no bucket is asked for here.
  const config = { ...site.services.config, backup: { ...site.services.config.backup, s3: undefined } }
  const { rows } = await site.services.db.execute<{ name: string }>('select current_database() as name')
  const connection = on(inject('connection'), rows[0]!.name)
  pool = openPool({ ...connection, max: 5 })
  const jobs = backupJobs(config, connection).filter(({ name }) => name !== 'archiveBase')
  clockwork = makeJobs({ ...site.services, config }, jobs, { pool, log: { error: () => {} } as never, poll: 1 })
  admin = await asStaff(site, await staffWith(site, ['admin']))
  clockwork.start()
  await until(async () => (await admin.get('/staff/job/list')).data.length === jobs.length)
})
afterAll(async () => {
  await clockwork.stop()
  await pool.end()
  await site.close()
  await rm(home, { recursive: true })
})

test('a backup is made at once where somebody wants one, and shows how far it is; then nothing is to be seen to', async () => {
  expect((await standing()).worries).toContain('还没有校验过的备份，请在“备份”页立即备份')
  const file = { name: '章程.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7'), isPublic: true }
  await keepFile({ ...site.services, now: new Date() }, file)
  expect(await admin.post('/staff/backup/run', { note: '导入以前' })).toMatchObject({ code: 200 })
  await until(async () => (await standing()).running?.progress, 60_000)
  const data = await until(async () => {
    const data = await standing()
    return data.backups.length > 0 && !data.running && data
  }, 120_000)
  expect(data.backups).toMatchObject([
    {
      isGood: true,
      files: 1,
      verifiedName: '已试恢复',
      sealName: '本站密钥',
      places: ['本机目录'],
      // Thirty days, as the backup of the night looks at it.
      keptUntil: dayOf(new Date(Date.now() + 30 * DAY - 4 * 3_600_000)),
      note: '导入以前',
      isOther: false,
    },
  ])
  expect(data).toMatchObject({ bucket: 'kept', nextTime: expect.stringMatching(/T02:30/), rule: { daily: 7 } })
  // The log of this PostgreSQL is not archived, as the setting wants it: that is said.
  expect(data.archiving).toMatchObject({ isOn: false, archivedTime: null })
  expect(data.worries).toEqual([expect.stringMatching(/连续归档/)])
})

test('one that is older than a day and two hours, or that failed last, is told to who looks after the system', async () => {
  const { services } = site
  const at = (hours: number) => backupProblems({ ...services, now: new Date(Date.now() + hours * 3_600_000) })
  expect((await at(25)).join()).not.toMatch(/小时以前/)
  expect((await at(27)).join()).toMatch(/最近一个校验过的备份是 2[67] 小时以前的/)
  const [run] = await services.db
    .insert(jobRun)
    .values({ job: 'backup', result: 'failed', error: '磁盘已满', startedAt: new Date(Date.now() + DAY) })
    .returning()
  expect((await standing()).worries).toContain('上次备份没有成功：磁盘已满')
  const health = await admin.get('/staff/health')
  expect(health.data.findings.find(({ code }: { code: string }) => code === 'backups')).toMatchObject({
    level: 'bad',
    route: '/staff/backups',
  })
  const off = { ...services.config, backup: { ...services.config.backup, cron: undefined } }
  const wanted = ['上次备份没有成功：磁盘已满', expect.stringMatching(/连续归档/)]
  expect(await backupProblems({ ...services, config: off, now: new Date() })).toEqual(wanted)
  expect(run).toBeTruthy()
  await services.db.delete(jobRun)
})

test('a backup that somebody has changed is found when all are read again', async () => {
  const [{ name }] = (await standing()).backups
  expect(await readdir(join(home, 'kept'))).toEqual([name, `${name}.json`])
  const check = async () => {
    expect(await admin.post('/staff/backup/verify', {})).toMatchObject({ code: 200 })
    await until(async () => !(await standing()).running, 60_000)
  }
  await check()
  expect((await standing()).backups).toMatchObject([{ isGood: true }])
  // Another site keeps its backups in the same folder.
  const theirs = name.replace(/\d{4}/, '2020')
  const folder = join(home, 'kept')
  const note = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))
  await copyFile(join(folder, name), join(folder, theirs))
  const at = '2020-01-02T03:04:05.000Z'
  await writeFile(join(folder, `${theirs}.json`), JSON.stringify({ ...note, at, database: randomUUID() }))
  await check()
  expect((await standing()).backups).toMatchObject([
    { name, isOther: false },
    { name: theirs, isOther: true, keptUntil: null },
  ])
  for (const file of [theirs, `${theirs}.json`]) await rm(join(folder, file))
  await appendFile(join(home, 'kept', name), 'x')
  await check()
  const { backups, worries } = await standing()
  expect(backups).toMatchObject([{ isGood: false }])
  expect(worries.join()).toMatch(/还没有校验过的备份|已损坏/)
})
