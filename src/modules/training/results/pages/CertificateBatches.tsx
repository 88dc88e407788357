import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute, shortDay } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { BatchPeople } from './BatchPeople.tsx'
import { BatchZip } from './BatchZip.tsx'
import { NewBatch } from './NewBatch.tsx'
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
  const withdraw = async () => {
    await submit({ id: batch.id, version: batch.version })
    reload()
  }
  return (
    <div className="batch-acts">
      <Button onClick={() => show(batch.id)}>{batch.canEdit ? '移出人员并重新提交' : '名单'}</Button>
      {batch.issuedAt && <BatchZip id={batch.id} name={`${title} 证书`} count={batch.people} />}
      {batch.canWithdraw && (
        <Button loading={busy} onClick={() => void withdraw()}>
          撤回
        </Button>
      )}
      {mayOpenCase && <Link to={`/staff/review/${batch.applicationId}`}>审核页</Link>}
      {batch.notice && <Link to={`/admin/publicity/notice/${batch.notice.id}`}>公示页</Link>}
      <Problem>{error?.message}</Problem>
    </div>
  )
}
