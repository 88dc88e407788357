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
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffImport'
import { ImportAtWork, useImportAgain } from './ImportAtWork.tsx'
import { ImportCounts } from './ImportCounts.tsx'
import { StaffImportActs } from './StaffImportActs.tsx'
import { StaffImportFaults } from './StaffImportFaults.tsx'
import { StaffImportUnknown } from './StaffImportUnknown.tsx'
import { tones } from './tones.ts'
import '#ui/form/form.css'
import './imports.css'

export { staffImport as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/import/item', { id: pathId(params.id) }))

export type Batch = Output<ApiContract['GET /staff/import/item']>

/** One batch: what the check found, how far it is, what can be done about it. */
export default function StaffImport({ loaderData: batch }: Route.ComponentProps) {
  useCalled(batch.fileName)
  const answer = useLoaded(batch)
  const { reload } = answer
  const isAtWork = batch.status === 'parsing' || batch.status === 'running'
  useImportAgain(answer, isAtWork ? 'atWork' : batch.status === 'interrupted' ? 'interrupted' : undefined)
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
  return (
    <ImportCounts
      counts={[
        ['数据行', rows],
        [isDone ? '已新增' : '将新增', added],
        [isDone ? '已修改' : '将修改', changed],
        ['无变化', same],
        [isDone ? '未导入' : '有问题', bad, true],
      ]}
    />
  )
}

/** How long a check takes nobody knows before it has read the file. */
function AtWork({ batch, changed }: { batch: Batch; changed: () => void }) {
  const { id, status, progress, rows, finishing, finished, added } = batch
  const sending = useSubmit('POST /staff/import/cancel')
  const isRunning = status === 'running'
  const [done, all] = finishing ? [finished, added] : [progress, rows]
  const words = isRunning
    ? `正在${finishing ?? '导入'}：${done} / ${all} ${finishing ? '条' : '行'}`
    : `正在检查：已读 ${progress} 行`
  return (
    <ImportAtWork
      share={isRunning ? { done, of: all, name: '导入进度' } : undefined}
      words={words}
      note="可以离开本页，导入会继续；其他同事的工作不受影响。"
      stop="取消，不写入任何数据"
      sending={sending}
      cancel={() => sending.submit({ id }).then(changed)}
    />
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
