import { useEffect, useRef, useState } from 'react'
import { saveFile } from '#api/file.ts'
import { refusalOf } from '#api/useApi.ts'
import { longDay, minute } from '#lib/dates.ts'
import { toneOf } from '#modules/certificates/status.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Batch } from './useBatch.ts'

type Row = Batch['rows'][number]

/** How many there are of each, then each of them. */
export function BatchResults({ of }: { of: Batch }) {
  const [only, setOnly] = useState<Row['status']>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const shown = of.rows.filter(({ status }) => !only || status === only)
  return (
    <section className="batch-results" aria-labelledby="batch-results">
      <h2 id="batch-results" ref={heading} tabIndex={-1}>
        {longDay(of.date)} 的查验结果：共 {of.rows.length} 个编号
      </h2>
      <p className="batch-at">
        查验时间 {minute(of.checkedAt)}，数据取自协会证书登记库。“登记库中没有”不等于证书无效，请先核对编号。
      </p>
      <Counts rows={of.rows} only={only} choose={setOnly} />
      {of.repeated.length > 0 && (
        <p className="batch-repeated">
          重复的编号只列一次：{of.repeated.map(({ number, times }) => `${number}（${times} 次）`).join('、')}
        </p>
      )}
      <SaveResults of={of} />
      <Table caption="查验结果" columns={columnsOf(of.date)} rows={shown} keyOf={({ number }) => number} />
    </section>
  )
}

type CountsProps = { rows: Row[]; only: Row['status'] | undefined; choose: (only: Row['status'] | undefined) => void }

function Counts({ rows, only, choose }: CountsProps) {
  const groups = [...Map.groupBy(rows, ({ status }) => status)]
  return (
    <ul role="list" className="batch-counts" aria-label="按结果筛选">
      {groups.map(([status, of]) => (
        <li key={status}>
          <button
            type="button"
            className="button"
            aria-pressed={only === status}
            onClick={() => choose(only === status ? undefined : status)}
          >
            <Result of={of[0]!} /> {of.length}
          </button>
        </li>
      ))}
    </ul>
  )
}

const Result = ({ of: { status, statusName } }: { of: Pick<Row, 'status' | 'statusName'> }) => (
  <Tag tone={status === 'notFound' ? 'plain' : toneOf(status)}>{statusName}</Tag>
)

const columnsOf = (day: string) => [
  {
    name: '编号',
    nowrap: true,
    cell: ({ number, certificate }: Row) =>
      certificate ? (
        <Link to={`/admin/verify?${new URLSearchParams({ number: certificate.certNo, on: day })}`}>
          {certificate.certNo}
        </Link>
      ) : (
        number
      ),
  },
  { name: '结果', cell: (row: Row) => <Result of={row} />, nowrap: true },
  { name: '持证单位或人', cell: ({ certificate }: Row) => certificate?.holderName ?? '—' },
  {
    name: '种类、级别',
    cell: ({ certificate }: Row) =>
      certificate ? [certificate.kindName, certificate.levelName].filter(Boolean).join(' ') : '—',
  },
  {
    name: '有效期',
    cell: ({ certificate }: Row) =>
      certificate ? `${certificate.validFrom} 至 ${certificate.validTo ?? '长期'}` : '—',
    nowrap: true,
  },
  { name: '说明', cell: ({ note }: Row) => note || '—' },
]

function SaveResults({ of: { rows, date, receipt } }: { of: Batch }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    const asked = { numbers: rows.map(({ number }) => number), on: date, receipt }
    await saveFile('POST /cert/verify/batch/export', asked).catch(error => setProblem(refusalOf(error).message))
    setBusy(false)
  }
  return (
    <div className="batch-save">
      <button type="button" className="button" onClick={save} aria-disabled={busy}>
        <Icon name="download" size={18} /> {busy ? '正在生成…' : '下载 Excel'}
      </button>
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
    </div>
  )
}
