import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input } from '#lib/contract.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { BatchSend } from './BatchSend.tsx'
import { batchColumns } from './batchColumns.tsx'
import { LeavingOut, type LeftOut, listOf } from './LeavingOut.tsx'
import type { Batch } from './resultViews.ts'

type Props = { batch: Batch; close: () => void; changed: () => void }

/** Who is in a batch, with the certificate; of one that was returned, whom to take out before it goes in again. */
export function BatchPeople({ batch, close, changed }: Props) {
  const { id, canEdit } = batch
  const mayOpen = useMay('staff:certificates')
  const { pageNum, key } = useFilters<Input<ApiContract['GET /staff/training/batch/people']>>('key')
  const answer = useApi('GET /staff/training/batch/people', { id, key, pageNum, pageSize: 50 })
  const [leftOut, setLeftOut] = useState<LeftOut>(new Map())
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          批次 {batch.number}（{batch.people} 人）
        </h2>
        <Button onClick={close}>返回</Button>
      </div>
      {canEdit && <p>退回意见：{batch.opinion || '（没有写明）'}</p>}
      <DataTable
        caption="批次里的人"
        answer={answer}
        unit="人"
        empty={{ title: '批次里没有人', children: <p>撤回或未通过的批次，其中的人可以编入别的批次。</p> }}
        filters={[{ name: 'key', label: '姓名、考号', kind: 'text' }]}
        save={() => saveFile('GET /staff/training/batch/export', { id, key })}
        columns={[
          ...batchColumns,
          {
            name: '证书',
            cell: ({ certificateId, certificateNumber, renews }) =>
              certificateId && mayOpen ? (
                <Link to={`/staff/certificates/${certificateId}`}>{certificateNumber}</Link>
              ) : (
                (certificateNumber ?? (renews ? `替代 ${renews}` : '—'))
              ),
          },
          ...(canEdit
            ? [
                {
                  name: '操作',
                  cell: (row: { id: number; name: string }) => (
                    <LeavingOut row={row} leftOut={leftOut} change={setLeftOut} action="移出" />
                  ),
                },
              ]
            : []),
        ]}
      />
      {canEdit && (
        <SubmitAgain
          batch={batch}
          leftOut={leftOut}
          changed={changed}
          done={() => {
            changed()
            close()
          }}
        />
      )}
    </section>
  )
}

type AgainProps = { batch: Batch; leftOut: LeftOut; changed: () => void; done: () => void }

function SubmitAgain({ batch, leftOut, changed, done }: AgainProps) {
  const { submit, busy, error } = useSubmit('POST /staff/training/batch/submit')
  const send = async (answer: string) => {
    const { id, version } = batch
    const sent = await submit({ id, version, leftOut: listOf(leftOut), answer })
    if (!sent) {
      changed()
      return false
    }
    announce(`批次 ${sent.number} 已重新提交，共 ${sent.people} 人`)
    done()
    return true
  }
  const action = `重新提交审核（${batch.people - leftOut.size} 人）`
  return <BatchSend label="对退回意见的答复" action={action} busy={busy} error={error} send={send} />
}
