import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Input } from '#lib/contract.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { TableColumn } from '#ui/table/Table.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { MAX_BATCH_SIZE } from '../batchLimits.ts'
import { BatchSend } from './BatchSend.tsx'
import { BatchZip } from './BatchZip.tsx'
import { LeavingOut, type LeftOut, leftOutList } from './LeavingOut.tsx'
import { type Batch, batchTone, type Results } from './resultViews.ts'

type Props = { of: Results; changed: () => void }

/** 发证: who may get a certificate, and the batches in which they get them. */
export function CertificateBatches({ of, changed }: Props) {
  const { id } = of
  const [query, setQuery] = useSearchParams()
  const answer = useApi('GET /staff/training/batch/list', { id })
  const reload = () => {
    answer.reload()
    changed()
  }
  const shown = answer.data?.find(batch => batch.id === Number(query.get('batch')))
  const show = (batch: number | null) =>
    setQuery({ tab: 'certificates', ...(batch && { batch: String(batch) }) }, { preventScrollReset: true })
  if (!of.kindName)
    return (
      <section className="desk-card">
        <h2>发证</h2>
        <Empty title="本班不发证书">要发证书的，请先在培训班设置中选择对应的人员证书种类。</Empty>
      </section>
    )
  return (
    <>
      {shown ? (
        <BatchPeople key={shown.id} batch={shown} close={() => show(null)} changed={reload} />
      ) : (
        <NewBatch of={of} made={reload} />
      )}
      <section className="desk-card">
        <h2>发证批次</h2>
        <DataTable<Batch>
          caption="发证批次"
          answer={answer}
          empty={{ title: '还没有发证批次', children: <p>成绩公布后，把合格的人编为一批，交另一位工作人员审核。</p> }}
          columns={[
            {
              name: '编号',
              cell: batch => (
                <>
                  {batch.number}
                  <small>
                    {batch.createdBy} {minute(batch.createdAt)}
                  </small>
                </>
              ),
            },
            { name: '人数', isFigure: true, cell: ({ people }) => people },
            { name: '状态', cell: batch => <Progress of={batch} /> },
            { name: '操作', cell: batch => <Acts batch={batch} title={of.title} show={show} reload={reload} /> },
          ]}
        />
      </section>
    </>
  )
}

const Progress = ({ of: { state, stateName, since, notice, opinion, issuedAt } }: { of: Batch }) => (
  <>
    <Tag tone={batchTone(state)}>{state === 'approved' ? '已发证' : stateName}</Tag>
    <small>
      {issuedAt ? shortDay(issuedAt) : `${shortDay(since)} 起`}
      {notice && (notice.isHeld ? '，异议核查中，公示暂停' : `，公示到 ${notice.until}，期满无异议自动发证`)}
    </small>
    {opinion && <small>意见：{opinion}</small>}
  </>
)

type ActsProps = { batch: Batch; title: string; show: (id: number) => void; reload: () => void }

function Acts({ batch, title, show, reload }: ActsProps) {
  const mayOpenCase = useMay('staff:applications')
  const { submit, busy, error } = useSubmit('POST /staff/training/batch/withdraw')
  const [isAsked, ask] = useState(false)
  const withdraw = async () => {
    if (!(await submit({ id: batch.id, version: batch.version }))) return
    ask(false)
    reload()
  }
  return (
    <div className="batch-acts">
      <Button onClick={() => show(batch.id)}>{batch.canEdit ? '移出人员并重新提交' : '名单'}</Button>
      {batch.issuedAt && <BatchZip id={batch.id} name={`${title} 证书`} count={batch.people} />}
      {batch.canWithdraw && (
        <Button onClick={() => ask(true)}>
          撤回<span className="hidden-text">批次 {batch.number}</span>
        </Button>
      )}
      <AskDialog
        title={`撤回批次 ${batch.number}`}
        isOpen={isAsked}
        action="撤回"
        back="返回"
        busy={busy}
        send={withdraw}
        close={() => ask(false)}
      >
        <p>{batch.people} 人退出这个批次，可以再编入新的批次；同事还没有审核，不通知任何人。</p>
        <Problem>{error?.message}</Problem>
      </AskDialog>
      {mayOpenCase && <Link to={`/staff/review/${batch.applicationId}`}>审核页</Link>}
      {batch.notice && <Link to={`/admin/publicity/notice/${batch.notice.id}`}>公示页</Link>}
    </div>
  )
}

/** 新的批次: everybody who passed and has no certificate, but for whom somebody leaves out. */
function NewBatch({ of: { id, announcedAt, hasNotice, figures }, made }: { of: Results; made: () => void }) {
  const { pageNum, key } = useFilters<{ key?: string }>('key')
  const answer = useApi('GET /staff/training/batch/candidates', { id, key, pageNum, pageSize: 50 })
  const [leftOut, setLeftOut] = useState<LeftOut>(new Map())
  const { submit, busy, error } = useSubmit('POST /staff/training/batch/create')
  const create = async (remark: string) => {
    const done = await submit({ id, leftOut: leftOutList(leftOut), remark })
    answer.reload()
    if (!done) return false
    setLeftOut(new Map())
    announce(`批次 ${done.number} 已提交审核，共 ${done.people} 人`)
    made()
    return true
  }
  const { ready = 0, blocked = 0 } = answer.data ?? {}
  const count = Math.min(MAX_BATCH_SIZE, Math.max(0, ready - leftOut.size))
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
          note={ready - leftOut.size > MAX_BATCH_SIZE ? `一批最多 ${MAX_BATCH_SIZE} 人，其余的编入下一批。` : undefined}
        />
      )}
    </section>
  )
}

type BatchPeopleProps = { batch: Batch; close: () => void; changed: () => void }

/** People of a batch with their certificates; in a returned batch, people can be removed before resubmission. */
function BatchPeople({ batch, close, changed }: BatchPeopleProps) {
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
    const sent = await submit({ id, version, leftOut: leftOutList(leftOut), answer })
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

type Row = {
  name: string
  ticketNumber: string | null
  organisationName: string
  levelName: string
  resultName: string
}

const batchColumns: TableColumn<Row>[] = [
  {
    name: '姓名',
    cell: ({ name, ticketNumber }) => (
      <>
        {name}
        <small>{ticketNumber}</small>
      </>
    ),
  },
  { name: '单位', cell: ({ organisationName }) => organisationName },
  { name: '级别', cell: ({ levelName }) => levelName || '—', nowrap: true },
  { name: '成绩', cell: ({ resultName }) => resultName, nowrap: true },
]
