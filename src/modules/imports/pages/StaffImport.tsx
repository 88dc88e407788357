import { Progress } from 'antd'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffImport'
import { StaffImportActs } from './StaffImportActs.tsx'
import { StaffImportFaults } from './StaffImportFaults.tsx'
import { tones } from './StaffImports.tsx'
import { StaffImportUnknown } from './StaffImportUnknown.tsx'
import '#ui/form/form.css'
import './imports.css'

export { staffImport as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/import/item', { id: pathId(params.id) }))

export type Batch = Output<ApiContract['GET /staff/import/item']>

/** In ms, while somebody is at work on it. */
const LOOK_AGAIN = 700
const LOOK_LATER = 5_000

/** One batch: what the check found, how far it is, what can be done about it. */
export default function StaffImport({ loaderData: batch }: Route.ComponentProps) {
  useCalled(batch.fileName)
  const { loading, reload } = useLoaded(batch)
  const isAtWork = batch.status === 'parsing' || batch.status === 'running'
  // What has been silent for long may only have been slow.
  const pause = isAtWork ? LOOK_AGAIN : batch.status === 'interrupted' ? LOOK_LATER : undefined
  useEffect(() => {
    if (!pause || loading) return
    const timer = setTimeout(reload, pause)
    return () => clearTimeout(timer)
  }, [pause, loading, reload])
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{batch.fileName}</h2>
          <Tag tone={tones[batch.status]}>{batch.statusName}</Tag>
        </div>
        <About batch={batch} />
        {isAtWork ? <AtWork batch={batch} changed={reload} /> : <StaffImportActs batch={batch} changed={reload} />}
      </section>
      {!isAtWork && batch.bad > 0 && batch.writeTime === null && batch.hasFile && (
        <StaffImportUnknown batch={batch} changed={reload} />
      )}
      {!isAtWork && batch.bad > 0 && <StaffImportFaults batch={batch} changed={reload} />}
      {batch.family.length > 0 && <Family batch={batch} />}
    </>
  )
}

function About({ batch }: { batch: Batch }) {
  const { status, kindName, createdBy, createTime, writeTime, notes, reason } = batch
  const wasChecked = batch.rows > 0
  return (
    <>
      {status === 'failed' && <p role="alert">{reason}</p>}
      {status === 'interrupted' && (
        <p role="alert">程序在{wasChecked ? '导入' : '检查'}时中断，没有写入任何数据，可以重新开始。</p>
      )}
      {wasChecked && <Counts batch={batch} />}
      <Facts
        facts={[
          ['数据', kindName],
          ['经办', `${createdBy}，${minute(createTime)}`],
          ['写入时间', writeTime && minute(writeTime)],
          ...notes.map(note => ['提示', note] as const),
        ]}
      />
    </>
  )
}

function Counts({ batch: { status, rows, added, changed, same, bad } }: { batch: Batch }) {
  const isDone = status === 'done'
  const counts: [string, number][] = [
    ['数据行', rows],
    [isDone ? '已新增' : '将新增', added],
    [isDone ? '已修改' : '将修改', changed],
    ['无变化', same],
    [isDone ? '未导入' : '有问题', bad],
  ]
  return (
    <dl className="import-counts">
      {counts.map(([name, count], i) => (
        <div key={name} data-bad={(i === 4 && count > 0) || undefined}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString('zh-CN')}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How long a check takes nobody knows before it has read the file. */
function AtWork({ batch, changed }: { batch: Batch; changed: () => void }) {
  const { id, status, progress, rows, finishing, finished, added } = batch
  const { submit, busy, error } = useSubmit('POST /staff/import/cancel')
  const isRunning = status === 'running'
  const [done, all] = finishing ? [finished, added] : [progress, rows]
  const percent = Math.min(99, Math.floor((100 * done) / Math.max(1, all)))
  const words = isRunning
    ? `正在${finishing ?? '导入'}：${done} / ${all} ${finishing ? '条' : '行'}`
    : `正在检查：已读 ${progress} 行`
  return (
    <>
      {isRunning && <Progress percent={percent} showInfo={false} aria-label="导入进度" />}
      <p role="status">{words}</p>
      <p>可以离开本页，导入会继续；其他同事的工作不受影响。</p>
      <Problem>{error?.message}</Problem>
      <p className="form-actions">
        <button type="button" className="button" disabled={busy} onClick={() => void submit({ id }).then(changed)}>
          取消，不写入任何数据
        </button>
      </p>
    </>
  )
}

const Family = ({ batch: { id, family } }: { batch: Batch }) => (
  <section className="desk-card">
    <h2>同一份表格的各次上传</h2>
    <ol>
      {family.map(one => (
        <li key={one.id}>
          {one.id === id ? <b>{one.fileName}</b> : <Link to={`/staff/imports/${one.id}`}>{one.fileName}</Link>}（
          {one.statusName}）
        </li>
      ))}
    </ol>
  </section>
)
