import { Button, Radio } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Batch } from './StaffImport.tsx'
import { StaffImportUpload } from './StaffImportUpload.tsx'
import { UndoImport } from './UndoImport.tsx'

type Props = { batch: Batch; changed: () => void }

/** What can be done with a batch on which nobody is at work. */
export function StaffImportActs({ batch, changed }: Props) {
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

function Start({ batch: { id, added, changed: toChange, bad }, changed }: Props) {
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

const Undo = ({ batch: { id, added, changed: updated }, changed }: Props) => (
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
