import './batchCheck.css'
import { type ChangeEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { saveFile } from '#api/file.ts'
import { type Address, type Api, inBrowser, onServer, withPageStatus, withStatus } from '#api/load.ts'
import { toRefusal } from '#api/useApi.ts'
import { head, type SiteConfig } from '#layouts/head.ts'
import { dayOf, minute } from '#lib/dates.ts'
import { toneOf } from '#modules/certificates/status.ts'
import { Day } from '#ui/Day.tsx'
import { Icon } from '#ui/Icon.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Link, useRouteLoaderData } from '#ui/router/router.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { MAX_BATCH_NUMBERS, numbersIn } from '../batch.ts'
import type { Route } from './+types/BatchCheck'
import { Unavailable } from './Unavailable.tsx'
import { type Batch, type BatchQuery, useBatch } from './useBatch.ts'

/** Numbers in the address are only there where no program of ours runs in the browser. */
const load = async (api: Api, { query: { numbers, on } }: Address) => {
  const asked = { pasted: String(numbers ?? ''), on }
  const nothing = { asked, found: undefined, mend: undefined, unavailable: undefined }
  if (!asked.pasted) return nothing
  try {
    return { ...nothing, found: await api('POST /cert/verify/batch', { numbers: numbersIn(asked.pasted), on }) }
  } catch (error) {
    const { code, message } = toRefusal(error)
    return withStatus(code || 503, {
      ...nothing,
      ...(code === 400 ? { mend: message } : { unavailable: message }),
    })
  }
}
export const loader = withPageStatus(onServer(load))
export const clientLoader = inBrowser(load)

const CRUMBS = [
  { name: '证书查验', route: '/admin/verify' },
  { name: '批量查验', route: '/admin/verify/batch' },
]

export const meta = (args: Route.MetaArgs) =>
  head(args, {
    name: '批量查验证书',
    description:
      '招标、检查时一次核对多张证书：粘贴或上传证书编号，查询今天或过去某一天的状态，结果可存为 Excel，无需登录。',
    canonical: '/admin/verify/batch',
    hidden: Boolean(args.loaderData?.asked.pasted),
    breadcrumb: [{ name: '首页', route: '/admin/home' }, ...CRUMBS],
    tags: { ColumnName: '批量查验证书', ColumnType: '服务' },
  })

export default function BatchCheck({ loaderData }: Route.ComponentProps) {
  const batch = useBatch(loaderData)
  const { found, mend, unavailable, again } = batch
  return (
    <div className="wrap">
      <PageHead crumbs={CRUMBS} title="批量查验证书">
        招标、检查时一次核对多张证书，今天或过去某一天，无需登录。每次查验都会记入证书持有者可见的查验记录。
      </PageHead>
      <BatchForm asked={loaderData.asked} problem={mend} {...batch} />
      {unavailable && <Unavailable message={unavailable} retry={again} />}
      {found && <BatchResults key={found.receipt} of={found} />}
      <ForPrograms />
    </div>
  )
}

/** The same for programs: of employers, of those who invite tenders. */
function ForPrograms() {
  const { publicUrl } = useRouteLoaderData<SiteConfig>('root')!
  return (
    <details className="for-programs">
      <summary>给开发者：用程序查验</summary>
      <p>查验接口公开、免费，无需登录：</p>
      <pre>
        {`curl ${publicUrl}/api/cert/verify/batch -H 'content-type: application/json' -d '{"numbers":["XH-AB01-A-2025-0012"],"on":"2026-01-31"}'`}
      </pre>
      <p>
        status 为 notFound 是登记库中没有，不等于无效；code 不是
        200，是现在无法查验，请稍后重试。状态随时会变，不要缓存。单张查验、全部字段和限制见
        <a href="/api/docs#POST_cert_verify_batch">接口文档</a>。
      </p>
    </details>
  )
}

type Props = {
  asked: BatchQuery
  problem: string | undefined
  busy: string | undefined
  check: (given: BatchQuery) => Promise<void>
}

/** Numbers as text or as a file, and a day. Without the program the text goes as an address. */
function BatchForm({ asked, problem, busy, check }: Props) {
  const [pasted, setPasted] = useState(asked.pasted)
  const [file, setFile] = useState<File>()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const on = String(new FormData(event.currentTarget).get('on')) || undefined
    void check({ pasted, on, file })
  }
  return (
    <form className="batch-form" action="/admin/verify/batch" onSubmit={submit} aria-label="批量查验证书">
      <div className="batch-numbers">
        <label htmlFor="numbers">证书编号</label>
        <p id="numbers-hint">
          一行一个，也可以用逗号、空格隔开，或直接从 Excel 复制一列；一次最多 {MAX_BATCH_NUMBERS} 个。
        </p>
        <textarea
          id="numbers"
          name="numbers"
          rows={8}
          value={pasted}
          onChange={event => setPasted(event.target.value)}
          disabled={file !== undefined}
          placeholder={'XH-AB01-A-2025-0012\nHQ1-2024-32-00018'}
          aria-describedby={problem ? 'numbers-hint batch-problem' : 'numbers-hint'}
          aria-invalid={problem ? true : undefined}
          spellCheck={false}
        />
        {!file && <Counted pasted={pasted} />}
      </div>
      <FileChoice file={file} choose={setFile} />
      <div className="batch-go">
        <div>
          <label htmlFor="on">查询哪一天的状态（可不填）</label>
          <input
            id="on"
            name="on"
            type="date"
            max={dayOf(new Date())}
            defaultValue={asked.on ?? ''}
            suppressHydrationWarning
          />
        </div>
        <button type="submit" className="button primary" aria-disabled={Boolean(busy)}>
          {busy ?? '查验'}
        </button>
      </div>
      <p role="status" className="hidden-text">
        {busy}
      </p>
      {problem && (
        <p id="batch-problem" role="alert" className="problem">
          {problem}
        </p>
      )}
    </form>
  )
}

/** Shows how many numbers were recognised before the batch is sent. */
function Counted({ pasted }: { pasted: string }) {
  const { length } = numbersIn(pasted)
  if (length === 0) return null
  const over = length - MAX_BATCH_NUMBERS
  return (
    <p className={over > 0 ? 'batch-counted problem' : 'batch-counted'}>
      已识别 {length} 个编号{over > 0 && `，超过 ${over} 个，请分几次查验`}
    </p>
  )
}

function FileChoice({ file, choose }: { file: File | undefined; choose: (file: File | undefined) => void }) {
  const change = (event: ChangeEvent<HTMLInputElement>) => choose(event.target.files?.[0])
  return (
    <div className="batch-file">
      <label htmlFor="batch-file">或者上传表格</label>
      <p id="batch-file-hint">
        XLSX、XLS、ET 或 CSV，2 MB 以内；读取“证书编号”一列，没有列名的读取第一列。文件读完即删。
      </p>
      {file ? (
        <p className="batch-chosen">
          {file.name}
          <button type="button" className="button" onClick={() => choose(undefined)}>
            不用这个文件
          </button>
        </p>
      ) : (
        <input
          id="batch-file"
          type="file"
          accept=".xlsx,.xls,.et,.csv"
          onChange={change}
          aria-describedby="batch-file-hint"
        />
      )}
    </div>
  )
}

type Row = Batch['rows'][number]

function BatchResults({ of }: { of: Batch }) {
  const [only, setOnly] = useState<Row['status']>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const shown = of.rows.filter(({ status }) => !only || status === only)
  return (
    <section className="batch-results" aria-labelledby="batch-results">
      <h2 id="batch-results" ref={heading} tabIndex={-1}>
        <Day of={of.date} /> 的查验结果：共 {of.rows.length} 个编号
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
    await saveFile('POST /cert/verify/batch/export', asked).catch(error => setProblem(toRefusal(error).message))
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
