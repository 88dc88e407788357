import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openPool } from '#lib/server/database/db.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'
import { by, expectSorted, openRegister } from '#test/support/registers.ts'
import { until } from '#test/support/site.ts'
import { sheetOf, textsOf } from '#test/support/workbooks.ts'
import { type Job, makeJobs } from '../../lib/server/jobs/jobs.ts'
import { deleteOldRuns } from '../../lib/server/jobs/runs.ts'
import { jobRun } from '../../lib/server/jobs/tables.ts'

let site: Site
let pool: ReturnType<typeof openPool>
let clockwork: ReturnType<typeof makeJobs>
let admin: Awaited<ReturnType<typeof asStaff>>
let broken = false
let ran = 0

const jobs: Job[] = [
  { name: 'sweep', title: '打扫', cron: '0 3 1 1 *', run: async () => void ran++ },
  { name: 'checkTexts', title: '检查文章', cron: '0 4 1 1 *', run: async () => {} },
  {
    name: 'long',
    title: '很久的',
    cron: '0 3 1 1 *',
    isLong: true,
    run: async (_, { say, signal }) => {
      await say('做到一半')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  },
  {
    name: 'fail',
    title: '会失败的',
    cron: '30 3 * * *',
    run: async () => {
      if (broken) throw new Error('磁盘已满')
    },
  },
]
const log = { error: () => {} } as never

beforeAll(async () => {
  site = await startApp()
  const { rows } = await site.services.db.execute<{ name: string }>('select current_database() as name')
  pool = openPool({ ...inject('connection'), database: rows[0]!.name, max: 5 })
  clockwork = makeJobs(site.services, jobs, { pool, log, poll: 1, retry: 1 })
  admin = await asStaff(site, await staffWith(site, ['admin']))
  expect((await admin.get('/staff/job/list')).data).toEqual([])
  clockwork.start()
  await until(async () => (await admin.get('/staff/job/list')).data.length === jobs.length)
})
afterAll(async () => {
  await clockwork.stop()
  await pool.end()
  await site.close()
})
beforeEach(() => site.services.db.delete(jobRun))

const jobOf = async (job: string) =>
  (await admin.get('/staff/job/list')).data.find((one: { job: string }) => one.job === job)
const ended = (job: string, result: string) => until(async () => (await jobOf(job)).last?.result === result)

describe('a job', () => {
  test('says in words when it runs, and when next', async () => {
    expect(await jobOf('fail')).toMatchObject({ title: '会失败的', schedule: '每天 03:30', last: null, failures: 0 })
    expect((await jobOf('fail')).nextAt).toMatch(/T03:30:00\+08:00$/)
  })

  test('runs at once when somebody wants it, once, and that is in the audit log', async () => {
    const before = ran
    const answers = await Promise.all([1, 2].map(() => admin.post('/staff/job/run', { job: 'sweep' })))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    await ended('sweep', 'done')
    expect(ran).toBe(before + 1)
    const { data } = await admin.get('/staff/job/runs', { job: 'sweep' })
    expect(data.list).toMatchObject([{ title: '打扫', resultName: '成功', wantedBy: expect.stringMatching(/^user_/) }])
    const lines = await admin.get('/staff/audit/list', { group: 'job' })
    expect(lines.data.list).toMatchObject([{ actionName: '立即运行任务', objectName: '打扫' }])
  })

  test('says how long it took', async () => {
    const startedAt = new Date()
    const finishedAt = new Date(startedAt.getTime() + 1_500)
    await site.services.db.insert(jobRun).values({ job: 'sweep', result: 'done', startedAt, finishedAt })
    expect((await jobOf('sweep')).last).toMatchObject({ seconds: 1.5, resultName: '成功' })
  })

  test('that looks through the texts is wanted from the page about the health of the site, too', async () => {
    const { data } = await admin.post('/staff/health/check', {})
    const { list } = (await admin.get('/staff/job/runs', { job: 'checkTexts' })).data
    expect(list).toMatchObject([{ id: data.run, title: '检查文章' }])
    await ended('checkTexts', 'done')
  })

  test('that failed says why, and can be tried again', async () => {
    broken = true
    await admin.post('/staff/job/run', { job: 'fail' })
    await ended('fail', 'failed')
    expect(await jobOf('fail')).toMatchObject({ failures: 1, last: { error: '磁盘已满' } })
    const health = await admin.get('/staff/health')
    const finding = health.data.findings.find(({ code }: { code: string }) => code === 'failedJobs')
    expect(finding.items).toEqual([{ text: '会失败的：磁盘已满', route: '/staff/jobs' }])
    broken = false
    // The job may be waiting for its automatic retry; either run makes it succeed.
    await admin.post('/staff/job/run', { job: 'fail' })
    await until(async () => (await jobOf('fail')).last.result === 'done', 90_000)
  }, 120_000)

  test('that takes long says how far it is, and is ended by who wants that, once and for all', async () => {
    const { data } = await admin.post('/staff/job/run', { job: 'long' })
    await until(async () => (await jobOf('long')).last?.progress === '做到一半')
    expect((await admin.get('/staff/job/runs', { job: 'long' })).data.list[0].progress).toBe('做到一半')
    expect(await jobOf('sweep')).toMatchObject({ isLong: false })
    expect(await admin.post('/staff/job/cancel', { run: data.run })).toMatchObject({ code: 200 })
    await ended('long', 'cancelled')
    expect(await jobOf('long')).toMatchObject({ failures: 0, last: { progress: '', resultName: '已取消', error: '' } })
    expect(await admin.post('/staff/job/cancel', { run: data.run })).toMatchObject({ code: 409 })
  })

  test('is found among the runs by its name and by how it ended, and its runs are saved', async () => {
    const run = (job: string, result: 'done' | 'failed', n: number) => {
      const startedAt = new Date(Date.now() - n * 60_000)
      return { job, result, startedAt, finishedAt: startedAt, error: result === 'failed' ? `第 ${n} 次磁盘已满` : '' }
    }
    const some = Array.from({ length: 12 }, (_, n) => run('sweep', 'failed', n))
    await site.services.db.insert(jobRun).values([...some, run('sweep', 'done', 20), run('fail', 'done', 21)])
    const headers = await staffSession(site, await staffWith(site, ['admin']))
    const found = async (asked: Record<string, string>) => {
      const { total } = (await admin.get('/staff/job/runs', asked)).data
      const url = `/api/staff/job/export?${new URLSearchParams(asked)}`
      const { rawPayload } = await site.app.inject({ url, headers })
      expect(textsOf(await sheetOf(rawPayload))).toHaveLength(1 + total)
      return total
    }
    const asks: Record<string, string>[] = [
      {},
      { job: 'sweep' },
      { job: 'fail' },
      { result: 'failed' },
      { result: 'done' },
    ]
    const totals = []
    for (const asked of asks) totals.push(await found(asked))
    expect(totals).toEqual([14, 13, 1, 12, 2])
    const [first] = (await admin.get('/staff/job/runs', { job: 'fail' })).data.list
    const finishedAt = new Date(Date.now() + 60_000)
    await site.services.db.update(jobRun).set({ finishedAt }).where(eq(jobRun.id, first.id))
    const register = await openRegister(site, '/staff/job', await staffWith(site, ['admin']), '/staff/job/runs')
    await expectSorted(register, {}, { startedAt: by(row => row.startedAt), seconds: by(row => row.seconds ?? -1) })
    const [line] = await register.workbook({ result: 'failed' })
    expect(line).toMatchObject({ 任务: '打扫', 结果: '失败', 发起人: '定时', 失败原因: '第 11 次磁盘已满' })
    expect(Object.keys(line!)).toEqual(['任务', '开始', '用时（秒）', '结果', '发起人', '失败原因'])
  })

  test('that does not exist is not run', async () => {
    expect(await admin.post('/staff/job/run', { job: 'destroy' })).toMatchObject({ code: 404 })
  })
})

test('runs are forgotten in time, the last of each job never', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const run = (job: string, result: 'done' | 'failed', days: number) =>
    site.services.db.insert(jobRun).values({ job, result, startedAt: ago(days), finishedAt: ago(days) })
  await run('a', 'done', 400)
  await run('b', 'done', 30)
  await run('b', 'failed', 30)
  await run('b', 'failed', 100)
  await run('b', 'done', 1)
  await deleteOldRuns({ db: site.services.db, now: new Date() })
  const left = await site.services.db.select().from(jobRun)
  expect(left.map(({ job, result }) => `${job} ${result}`)).toEqual(['a done', 'b failed', 'b done'])
})
