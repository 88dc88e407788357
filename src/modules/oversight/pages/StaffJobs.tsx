import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { jobRunFilters } from '../jobRunFilters.ts'
import type { Route } from './+types/StaffJobs'
import { jobRuns } from './registers.ts'
import './oversight.css'

export { staffJobs as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const [jobs, runs] = await Promise.all([api('GET /staff/job/list', {}), jobRuns.load(api, { query })])
  return { jobs, runs }
})

type Job = Output<ApiContract['GET /staff/job/list']>[number]
type Run = NonNullable<Job['last']>

const TONES: Record<Run['result'], Tone> = {
  wanted: 'water',
  running: 'water',
  done: 'good',
  failed: 'bad',
  interrupted: 'warn',
  cancelled: 'warn',
}
const POLL_INTERVAL_MS = 3_000

/** Scheduled jobs: schedule and last result, with a button to run each at once. */
export default function StaffJobs({ loaderData: { jobs: loadedJobs, runs } }: Route.ComponentProps) {
  const jobs = useLoaded(loadedJobs)
  const mayImport = useMay('staff:imports')
  const isBusy = jobs.data.some(({ last }) => last?.result === 'wanted' || last?.result === 'running')
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(jobs.reload, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isBusy, jobs.reload])
  return (
    <>
      <section className="desk-card">
        <h2>任务</h2>
        <DataTable<Job>
          caption="定时任务"
          keyOf={({ job }) => job}
          answer={jobs}
          empty={{ title: '定时任务还没有准备好', children: '程序刚刚启动，请稍后刷新。' }}
          columns={[
            { name: '任务', cell: ({ title }) => title },
            { name: '运行时间', cell: ({ schedule }) => schedule },
            { name: '上次', cell: ({ last }) => (last ? <Last run={last} /> : '还没有运行过') },
            { name: '下次', cell: ({ nextAt }) => (nextAt ? minute(nextAt) : '—'), nowrap: true },
            { name: '近七天失败', cell: ({ failures }) => (failures ? `${failures} 次` : '无') },
            {
              name: '操作',
              cell: job => (
                <>
                  <RunNow job={job} started={jobs.reload} />
                  {job.isLong && job.last?.result === 'running' && <CancelRun run={job.last} ended={jobs.reload} />}
                </>
              ),
            },
          ]}
        />
        {mayImport && (
          <p>
            批量导入不在此列，见<Link to="/staff/imports">批量导入</Link>。
          </p>
        )}
      </section>
      <RegisterTable
        of={jobRuns}
        loaded={runs}
        unit="次"
        filters={registerFilters(jobRunFilters, {
          job: jobs.data.map(({ job, title }) => ({ code: job, name: title })),
        })}
        empty={{ title: '还没有运行记录' }}
        above={<h2>运行记录</h2>}
        cells={{ resultName: run => <Outcome run={run} /> }}
      />
    </>
  )
}

const Last = ({ run }: { run: Run }) => (
  <>
    {minute(run.startedAt)} <Outcome run={run} />
  </>
)

const Outcome = ({ run: { result, resultName, error, progress } }: { run: Run }) => (
  <>
    <Tag tone={TONES[result]}>{resultName}</Tag>
    {progress && <span className="job-progress">{progress}</span>}
    {error && <span className="job-error">{error}</span>}
  </>
)

function RunNow({ job: { job, title, last }, started }: { job: Job; started: () => void }) {
  const { submit, busy, error } = useSubmit('POST /staff/job/run')
  const isWaiting = last?.result === 'wanted' || last?.result === 'running'
  const isFailed = last?.result === 'failed' || last?.result === 'interrupted'
  return (
    <>
      <Button
        loading={busy}
        disabled={isWaiting}
        aria-label={`${isFailed ? '重试' : '立即运行'}：${title}`}
        onClick={async () => (await submit({ job })) && started()}
      >
        {isFailed ? '重试' : '立即运行'}
      </Button>
      {error && <Alert type="error" title={error.message} showIcon />}
    </>
  )
}

function CancelRun({ run: { id, title }, ended }: { run: Run; ended: () => void }) {
  const { submit, busy, error } = useSubmit('POST /staff/job/cancel')
  return (
    <>
      <Button loading={busy} aria-label={`取消：${title}`} onClick={async () => (await submit({ run: id })) && ended()}>
        取消
      </Button>
      {error && <Alert type="error" title={error.message} showIcon />}
    </>
  )
}
