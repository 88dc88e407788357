import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { parse, stringify } from 'yaml'
import { nextTime } from '#lib/cron.ts'
import { dayOf } from '#lib/dates.ts'
import type { Job } from '#lib/server/jobs/jobs.ts'
import { recordRun } from '#lib/server/jobs/runs.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { backupJobs } from '#modules/oversight/backups/server/jobs.ts'
import { jobs } from '../src/jobs.ts'
import { type Site, startApp } from './support/app.ts'
import { on } from './support/cluster.ts'
import { newPhone, smsText } from './support/make.ts'

const deploy = resolve(import.meta.dirname, '../deploy/monitoring')
const promtool = process.env.PROMTOOL || 'promtool'
const hasPromtool = spawnSync(promtool, ['--version']).status === 0
if (!hasPromtool)
  console.info('promtool is not here (Debian: prometheus): the alerts are not tried on a day and a night')

const TOKEN = 'of the tests of alerts'
const MINUTE = 60_000
/** A day and a night and the morning after, then three hours in which things go wrong; in minutes. */
const QUIET = 28 * 60
const WRONG = 3 * 60
const TO_MIDNIGHT = 18 * 60
/** Of the jobs of every minute only the one that an alert watches runs as often; the others every so many minutes. */
const SELDOM = 10
const [DAY_BEGINS, NIGHT_BEGINS] = [8, 21]

function isDue({ name, cron }: Job, now: Date): boolean {
  if (cron === '* * * * *' && name !== 'outbox' && now.getMinutes() % SELDOM > 0) return false
  return nextTime(cron, new Date(now.getTime() - 1))?.getTime() === now.getTime()
}

/** Name, labels and value of each line; those that no rule asks for are left out. */
type Scrape = Map<string, number>
const rulesText = await readFile(join(deploy, 'alerts.yml'), 'utf8')
const rules: { alert: string; expr: string }[] = parse(rulesText).groups[0].rules
const asked = new Set(rules.flatMap(({ expr }) => expr.match(/\bhangxie_\w+/g) ?? []))

function read(metrics: string, since: number): Scrape {
  const scrape: Scrape = new Map([['up{job="hangxie",instance="a"}', 1]])
  for (const line of metrics.split('\n')) {
    const [, name, labels, value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (!name || !asked.has(name)) continue
    // promtool begins at the first second of 1970.
    const shown = name.endsWith('_timestamp_seconds') ? Number(value) - since / 1000 : Number(value)
    scrape.set(`${name}{${[labels, 'job="hangxie",instance="a"'].filter(Boolean).join(',')}}`, shown)
  }
  return scrape
}

/** As promtool writes a series: `_` where there was none. */
const seriesOf = (scrapes: Scrape[]) =>
  [...new Set(scrapes.flatMap(scrape => [...scrape.keys()]))].map(series => ({
    series,
    values: scrapes.map(scrape => scrape.get(series) ?? '_').join(' '),
  }))

/** What happens on a site in a minute: visitors, a mistyped password, and texts at any hour, most of which may wait. */
async function happen(site: Site, now: Date, minute: number) {
  const hour = (now.getUTCHours() + 8) % 24
  const isDay = hour >= DAY_BEGINS && hour < NIGHT_BEGINS
  const visit = (url: string) => site.app.inject({ url, remoteAddress: `10.1.${minute % 200}.1` })
  await visit('/api/catalog/a?catalogId=41')
  if (isDay) for (const url of ['/api/config/public', '/api/search?key=锅炉', '/api/nowhere']) await visit(url)
  if (minute % 10 === 0)
    await site.from(`10.2.${minute % 200}.1`).post('/login', { account: 'qingyuan', password: 'mistyped' })
  if (minute % 30 === 0)
    for (const isUrgent of [false, true])
      await queue(
        { ...site.services, now },
        { channel: 'sms', to: newPhone(), sms: smsText('您的申请已受理'), isUrgent },
      )
}

test.runIf(hasPromtool)(
  'no alert of the sample is raised in a day and a night; texts that stand, a broken job, a failed backup and a site that is away are told',
  { timeout: 900_000 },
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'hangxie-alerts-'))
    const folder = join(home, 'backups')
    const site = await startApp({ demo: true, env: { METRICS_TOKEN: TOKEN, BACKUP_DIR: folder } })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(async () => {
      vi.useRealTimers()
      await site.close()
      await rm(home, { recursive: true })
    })
    const { rows } = await site.services.db.execute<{ name: string }>('select current_database() as name')
    const connection = on(inject('connection'), rows[0]!.name)
    const all = [...jobs, ...backupJobs(site.services.config, connection)]
    const begun = new Date(`${dayOf(new Date())}T06:00:00+08:00`).getTime()

    const run = async (job: Job) => {
      const ctx = site.ctx(new Date())
      await recordRun(ctx, { job: job.name }, new AbortController().signal, own => job.run(ctx, own)).catch(() => {})
    }
    const scrapes: Scrape[] = []
    const pass = async (minutes: number, working: readonly Job[]) => {
      for (let minute = 0; minute < minutes; minute++) {
        const now = new Date(begun + scrapes.length * MINUTE)
        vi.setSystemTime(now)
        await happen(site, now, minute)
        for (const job of working) if (isDue(job, now)) await run(job)
        const { body, statusCode } = await site.app.inject({
          url: '/metrics',
          headers: { authorization: `Bearer ${TOKEN}` },
        })
        expect(statusCode).toBe(200)
        scrapes.push(read(body, begun))
      }
    }
    vi.setSystemTime(begun)
    // As the manual has it: before the site is watched.
    await run(all.find(({ name }) => name === 'backup')!)
    await pass(TO_MIDNIGHT, all)
    const held = sql`select count(*)::int as n from outbox where state = 'queued' and by_day`
    expect((await site.services.db.execute<{ n: number }>(held)).rows[0]!.n).toBeGreaterThan(3)
    await pass(QUIET - TO_MIDNIGHT, all)

    const broken: Job = {
      ...all.find(({ name }) => name === 'publishDue')!,
      run: () => Promise.reject(new Error('on purpose')),
    }
    const failing: Job = {
      ...all.find(({ name }) => name === 'backup')!,
      run: () => Promise.reject(new Error('no space left on device')),
    }
    await run(failing)
    await pass(WRONG, [...all.filter(({ name }) => name !== 'outbox' && name !== 'publishDue'), broken])
    // The site is away at the end.
    for (const scrape of scrapes.slice(-10)) scrape.set('up{job="hangxie",instance="a"}', 0)

    await cp(join(deploy, 'alerts.yml'), join(home, 'alerts.yml'))
    const firing = 'count by (alertname) (ALERTS{alertstate="firing"})'
    // The backup is one of the two jobs that fail.
    const raised = { 短信或邮件发不出去: 1, 定时任务失败: 2, 定时任务停了: 1, 备份失败: 1, 进程不可用: 1 }
    const quietTimes = Array.from({ length: QUIET / 5 }, (_, n) => `${5 * n}m`)
    const simulated = {
      rule_files: ['alerts.yml'],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: seriesOf(scrapes),
          promql_expr_test: [
            ...quietTimes.map(eval_time => ({ expr: firing, eval_time, exp_samples: [] })),
            {
              expr: firing,
              eval_time: `${QUIET + WRONG - 1}m`,
              exp_samples: Object.entries(raised).map(([name, value]) => ({ labels: `{alertname="${name}"}`, value })),
            },
          ],
        },
      ],
    }
    const file = join(home, 'day.test.yml')
    await writeFile(file, stringify(simulated))
    const judged = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8', maxBuffer: 1 << 26 })
    expect(judged.status, (judged.stdout + judged.stderr).slice(0, 4_000)).toBe(0)
    expect(seriesOf(scrapes).length).toBeGreaterThan(100)
  },
)

test.runIf(hasPromtool)('the samples for Prometheus are well-formed, and its own tests of them pass', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])
    expect(spawnSync(promtool, args, { cwd: deploy, encoding: 'utf8' })).toMatchObject({ status: 0 })
})
