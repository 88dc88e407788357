import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { MOST_IN_BATCH } from '../batchLimits.ts'
import { BatchSend } from './BatchSend.tsx'
import { batchColumns } from './batchColumns.tsx'
import { LeavingOut, type LeftOut, listOf } from './LeavingOut.tsx'
import type { Results } from './resultViews.ts'

/** 新的批次: everybody who passed and has no certificate, but for whom somebody leaves out. */
export function NewBatch({ of: { id, announcedAt, hasNotice, figures }, made }: { of: Results; made: () => void }) {
  const { pageNum, key } = useFilters<{ key?: string }>('key')
  const answer = useApi('GET /staff/training/batch/candidates', { id, key, pageNum, pageSize: 50 })
  const [leftOut, setLeftOut] = useState<LeftOut>(new Map())
  const { submit, busy, error } = useSubmit('POST /staff/training/batch/create')
  const create = async (remark: string) => {
    const done = await submit({ id, leftOut: listOf(leftOut), remark })
    answer.reload()
    if (!done) return false
    setLeftOut(new Map())
    announce(`批次 ${done.number} 已提交审核，共 ${done.people} 人`)
    made()
    return true
  }
  const { ready = 0, blocked = 0 } = answer.data ?? {}
  const count = Math.min(MOST_IN_BATCH, Math.max(0, ready - leftOut.size))
  return (
    <section className="desk-card">
      <h2>可以发证的人</h2>
      <p>
        {announcedAt
          ? `成绩已公布、合格、还没有证书的 ${figures.certifiable} 人。编为一批后由另一位工作人员审核${hasNotice ? '，通过后公示，期满无异议自动发证' : '，通过后立即发证'}。`
          : '成绩公布后，合格的人会列在这里。'}
        {blocked > 0 && `其中 ${blocked} 人暂不能发证，不会列入批次。`}
      </p>
      <DataTable
        caption="可以发证的人"
        answer={answer}
        unit="人"
        empty={{ title: '没有等待发证的人' }}
        filters={figures.certifiable > 10 ? [{ name: 'key', label: '姓名、考号', kind: 'text' }] : []}
        columns={[
          ...batchColumns,
          {
            name: '说明',
            cell: ({ problem, note }) => (problem ? <span className="field-error">{problem}</span> : note || '—'),
          },
          {
            name: '操作',
            cell: row =>
              row.problem ? '不列入' : <LeavingOut row={row} leftOut={leftOut} change={setLeftOut} action="暂不发证" />,
          },
        ]}
      />
      {ready > 0 && (
        <BatchSend
          label="说明"
          hint="审核人会看到"
          busy={busy}
          error={error}
          disabled={count === 0}
          send={create}
          action={`提交审核（${count} 人）`}
          note={ready - leftOut.size > MOST_IN_BATCH ? `一批最多 ${MOST_IN_BATCH} 人，其余的编入下一批。` : undefined}
        />
      )}
    </section>
  )
}
