import '#ui/form/form.css'
import './imports.css'
import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffImport'
import { ImportCounts } from './ImportCounts.tsx'
import { ImportProgress, useImportPolling } from './ImportProgress.tsx'
import { StaffImportFaults } from './StaffImportFaults.tsx'
import { StaffImportFound, StaffImportLayout } from './StaffImportLayout.tsx'
import { StaffImportUpload } from './StaffImportUpload.tsx'
import { tones } from './tones.ts'
import { UndoImport } from './UndoImport.tsx'

export { staffImport as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/import/item', { id: pathId(params.id) }))

export type Batch = Output<ApiContract['GET /staff/import/item']>

export default function StaffImport({ loaderData: batch }: Route.ComponentProps) {
  useScreenName(batch.fileName)
  const answer = useLoaded(batch)
  const { reload } = answer
  const isAtWork = batch.status === 'parsing' || batch.status === 'running'
  useImportPolling(answer, isAtWork ? 'atWork' : batch.status === 'interrupted' ? 'interrupted' : undefined)
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{batch.fileName}</h2>
          <Tag tone={tones[batch.status]}>{batch.statusName}</Tag>
        </div>
        <About batch={batch} />
        {!isAtWork && <StaffImportFound batch={batch} />}
        {!isAtWork && batch.canChoose && <StaffImportLayout key={batch.status} batch={batch} changed={reload} />}
        {isAtWork ? (
          <BatchProgress batch={batch} changed={reload} />
        ) : (
          <StaffImportActs batch={batch} changed={reload} />
        )}
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

/** Progress of a running batch. The total is unknown until the check has read the whole file. */
function BatchProgress({ batch, changed }: { batch: Batch; changed: () => void }) {
  const { id, status, progress, rows, finishing, finished, added } = batch
  const sending = useSubmit('POST /staff/import/cancel')
  const isRunning = status === 'running'
  const [done, all] = finishing ? [finished, added] : [progress, rows]
  const words = isRunning
    ? `正在${finishing ?? '导入'}：${done} / ${all} ${finishing ? '条' : '行'}`
    : `正在检查：已读 ${progress} 行`
  return (
    <ImportProgress
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

type Props = { batch: Batch; changed: () => void }

/** Words that are none of the choices: said once what each means, for all rows and for later sheets. */
function StaffImportUnknown({ batch: { id }, changed }: Props) {
  const { data: unknown = [] } = useApi('GET /staff/import/unknown', { id })
  const [chosen, choose] = useState<Record<string, string>>({})
  const { submit, busy, error } = useSubmit('POST /staff/import/mean')
  if (unknown.length === 0) return null
  const keyOf = ({ name, value }: (typeof unknown)[number]) => `${name} ${value}`
  const meanings = unknown.flatMap(one => {
    const code = chosen[keyOf(one)]
    return code ? [{ name: one.name, value: one.value, code }] : []
  })
  const apply = async () => {
    if (await submit({ id, meanings })) changed()
  }
  return (
    <section className="desk-card">
      <h2>不在可选值之中的值</h2>
      <p>每个值选一次，对全部的行有效；以后导入同一种数据时也记得。</p>
      <Table
        caption="不在可选值之中的值"
        rows={unknown}
        keyOf={keyOf}
        columns={[
          { name: '列', cell: ({ heading }) => heading, nowrap: true },
          { name: '表中的值', cell: ({ value }) => value },
          { name: '处数', isFigure: true, cell: ({ count }) => count },
          {
            name: '对应为',
            cell: one => (
              <Select
                aria-label={`“${one.value}”对应为`}
                className="import-meaning"
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="请选择"
                value={chosen[keyOf(one)]}
                options={one.options.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={code => choose({ ...chosen, [keyOf(one)]: code })}
              />
            ),
          },
        ]}
      />
      <p>导入或撤销使单位资质的人员条件变化的，单位收到消息；其余不通知任何人。</p>
      <Problem>{error?.message}</Problem>
      <p className="form-actions">
        <Button type="primary" disabled={meanings.length === 0} loading={busy} onClick={() => void apply()}>
          按此对应并重新检查（{meanings.length}）
        </Button>
      </p>
    </section>
  )
}

type StaffImportActsProps = { batch: Batch; changed: () => void }

function StaffImportActs({ batch, changed }: StaffImportActsProps) {
  const { kind, kindName, id, canStart, canUndo, status, bad } = batch
  const isOver = status === 'undone' || (status === 'done' && bad === 0)
  return (
    <>
      {canStart && <Start batch={batch} changed={changed} />}
      {canUndo && <Undo batch={batch} changed={changed} />}
      {!isOver && (
        <details open={!canStart && !canUndo}>
          <summary>上传更正后的表格</summary>
          <p>可以上传整份表格，也可以只上传有问题的行；已经导入而没有变化的行会跳过。</p>
          <StaffImportUpload kind={kind} follows={id} label={`更正后的${kindName}表格`} />
        </details>
      )}
    </>
  )
}

function Start({ batch: { id, added, changed: toChange, bad }, changed }: StaffImportActsProps) {
  const [rows, choose] = useState<'good' | 'all'>('good')
  const { submit, busy, error } = useSubmit('POST /staff/import/start')
  const count = added + toChange
  if (count === 0)
    return <p>{bad > 0 ? '没有可以导入的行，请先更正。' : '所有的行都与登记的一致，没有需要写入的内容。'}</p>
  const start = async () => {
    await submit({ id, rows })
    changed()
  }
  return (
    <>
      {bad > 0 && (
        <fieldset className="import-choice">
          <legend>有 {bad} 行有问题，怎么办？</legend>
          <Radio.Group value={rows} onChange={event => choose(event.target.value)} vertical>
            <Radio value="good">只导入没有问题的行，有问题的更正后再补</Radio>
            <Radio value="all">全部没有问题才导入</Radio>
          </Radio.Group>
        </fieldset>
      )}
      <Problem>{error?.message}</Problem>
      <p className="form-actions">
        <Button type="primary" size="large" loading={busy} disabled={rows === 'all' && bad > 0} onClick={start}>
          导入 {withCommas(count)} 行
        </Button>
        {rows === 'all' && bad > 0 && <span>请先更正有问题的行，再上传整份表格。</span>}
      </p>
    </>
  )
}

const Undo = ({ batch: { id, added, changed: updated }, changed }: StaffImportActsProps) => (
  <div className="form-actions">
    <UndoImport
      name="撤销这个批次"
      consequence={`将删除它新增的 ${withCommas(added)} 条，恢复它修改的 ${withCommas(updated)} 条。有一行不能撤销，就全部不撤销。`}
      undo={() => browserApi('POST /staff/import/undo', { id })}
      changed={changed}
      unit="各行"
    >
      {obstacles => (
        <Table
          caption="不能撤销的行"
          rows={obstacles}
          keyOf={({ row }) => row}
          columns={[
            { name: '表格行', cell: ({ row }) => `第 ${row} 行`, nowrap: true },
            { name: '原因', cell: ({ why }) => why },
          ]}
        />
      )}
    </UndoImport>
  </div>
)
