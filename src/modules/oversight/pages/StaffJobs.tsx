import { Alert, Button } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input, Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffJobs'
import './oversight.css'

export { staffJobs as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'job', 'result')
  const [jobs, runs] = await Promise.all([
    api('GET /staff/job/list', {}),
    api('GET /staff/job/runs', { ...filters, pageNum, pageSize }),
  ])
  return { filters, jobs, runs }
})

type Job = Output<ApiContract['GET /staff/job/list']>[number]
type Run = Output<ApiContract['GET /staff/job/runs']>['list'][number]
type Result = Run['result']

const TONES: Record<Result, Tone> = {
  wanted: 'water',
  running: 'water',
  done: 'good',
  failed: 'bad',
  interrupted: 'warn',
  cancelled: 'warn',
}
const RESULTS = [
  { code: 'done', name: '成功' },
  { code: 'failed', name: '失败' },
  { code: 'interrupted', name: '中断' },
  { code: 'cancelled', name: '已取消' },
]
const POLL_INTERVAL_MS = 3_000

type Filters = Input<ApiContract['GET /staff/job/export']>

/** Scheduled jobs: schedule and last result, with a button to run each at once. */
export default function StaffJobs({ loaderData }: Route.ComponentProps) {
  const { filters } = loaderData
  const jobs = useLoaded(loaderData.jobs)
  const runs = useLoaded(loaderData.runs)
  const mayImport = useMay('staff:imports')
  const isBusy = jobs.data?.some(({ last }) => last?.result === 'wanted' || last?.result === 'running') ?? false
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => {
      jobs.reload()
      runs.reload()
    }, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isBusy, jobs.reload, runs.reload])
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
      <section className="desk-card">
        <h2>运行记录</h2>
        <DataTable<Run>
          caption="运行记录"
          answer={runs}
          unit="次"
          save={() => saveFile('GET /staff/job/export', filters)}
          empty={{ title: '还没有运行记录' }}
          filters={[
            {
              name: 'job',
              label: '任务',
              options: (jobs.data ?? []).map(({ job, title }) => ({ code: job, name: title })),
            },
            { name: 'result', label: '结果', options: RESULTS },
          ]}
          columns={[
            { name: '任务', cell: ({ title }) => title },
            { name: '开始', cell: ({ startedAt }) => minute(startedAt), nowrap: true },
            { name: '用时', cell: ({ seconds }) => (seconds === null ? '—' : `${seconds} 秒`) },
            { name: '结果', cell: run => <Outcome run={run} /> },
            { name: '发起', cell: ({ wantedBy }) => wantedBy || '定时' },
          ]}
        />
      </section>
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
