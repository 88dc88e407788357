import '../../receivables/pages/receivables.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { MAX_ROWS, type RowState, rowStateNames, rowStates } from '../batchWords.ts'

export { staffInvoiceBatch as handle } from '#modules/money/pages/screens.ts'

/** 批量登记发票: the tax bureau's list and a ZIP of files, looked at first, then kept in one act. */
export default function StaffInvoiceBatch() {
  const [uploaded, setUploaded] = useState<UploadedFile[]>([])
  const [results, setResults] = useState<Result[]>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const idOf = (ending: string) => uploaded.find(({ name = '' }) => name.toLowerCase().endsWith(ending))?.id
  const [sheetId, zipId] = [idOf('.xlsx'), idOf('.zip')]
  const files = sheetId && zipId ? { sheetId, zipId } : null
  const checked = useApi('GET /staff/invoiceBatch/check', files)
  const change = (next: UploadedFile[]) => {
    setResults(undefined)
    setProblem('')
    setUploaded(next)
  }
  async function take(expected: number) {
    setBusy(true)
    setProblem('')
    try {
      const done = await browserApi('POST /staff/invoiceBatch/take', { ...files!, expected })
      setResults(done)
      announce(`已登记 ${done.filter(one => one.done).length} 张发票`)
    } catch (error) {
      setProblem(toRefusal(error).message)
    }
    setBusy(false)
  }
  return (
    <>
      <section className="desk-card">
        <h2>上传清单与文件</h2>
        <p>
          清单是税务平台导出的 XLSX（发票号码、开票日期、购买方名称、价税合计，备注里写编号的更准）；发票文件打成一个
          ZIP，文件名含发票号码。
          红字发票（金额为负，“被红冲蓝字数电票号码”一栏或备注里写明蓝字号码）按冲红登记。一次最多 {MAX_ROWS}{' '}
          张。先核对，不写入。
        </p>
        <Field name="files" label="发票清单（XLSX）和发票文件（ZIP，内为 PDF 或 OFD），可以一次选中两个" required>
          {described => (
            <Upload {...described} use="import" label="清单和文件" max={2} value={uploaded} onChange={change} />
          )}
        </Field>
        {uploaded.length === 2 && !files && <Problem>应是一个 XLSX 清单和一个 ZIP，请删去多余的再选</Problem>}
      </section>
      {files && (
        <section className="desk-card">
          <h2>核对</h2>
          <States answer={checked} lines={6}>
            {({ rows, ready, others }) => (
              <>
                <p role="status">
                  {results
                    ? `已登记 ${results.filter(one => one.done).length} 张，未登记 ${results.filter(one => !one.done).length} 张。`
                    : `清单共 ${rows.length} 张，可以登记 ${ready} 张${rows.length > ready ? `，其余 ${rows.length - ready} 张的原因见下表` : ''}。`}
                </p>
                {!results && <p>登记以后，发票随消息发给缴费人。</p>}
                {!results && (
                  <p className="form-actions">
                    <Button type="primary" loading={busy} disabled={ready === 0} onClick={() => void take(ready)}>
                      登记 {ready} 张发票
                    </Button>
                  </p>
                )}
                <Problem>{problem}</Problem>
                <BatchRows rows={rows} results={results} />
                {others.length > 0 && (
                  <p>
                    ZIP 中没有用到的文件（{others.length}）：{others.slice(0, 20).join('、')}
                  </p>
                )}
              </>
            )}
          </States>
        </section>
      )}
    </>
  )
}

type Row = Output<ApiContract['GET /staff/invoiceBatch/check']>['rows'][number]
type Result = Output<ApiContract['POST /staff/invoiceBatch/take']>[number]

const tones: Record<RowState, Tone> = {
  ready: 'good',
  noFile: 'warn',
  noRecord: 'bad',
  several: 'warn',
  double: 'warn',
  already: 'plain',
  wrong: 'bad',
}

/** Invoices of the list with their files and payments; problems come first. */
function BatchRows({ rows, results }: { rows: Row[]; results: Result[] | undefined }) {
  const [only, setOnly] = useState<RowState>()
  const count = (state: RowState) => rows.filter(row => row.state === state).length
  const shown = only ? rows.filter(({ state }) => state === only) : rows
  const ordered = [...shown].sort((a, b) => Number(a.state === 'ready') - Number(b.state === 'ready') || a.row - b.row)
  return (
    <>
      <fieldset className="batch-states">
        <legend className="hidden-text">只看</legend>
        {rowStates
          .filter(state => count(state) > 0)
          .map(state => (
            <button
              key={state}
              type="button"
              aria-pressed={only === state}
              onClick={() => setOnly(only === state ? undefined : state)}
            >
              <Tag tone={tones[state]}>
                {rowStateNames[state]} {count(state)}
              </Tag>
            </button>
          ))}
      </fieldset>
      <Table<Row>
        caption="发票清单"
        rows={ordered}
        keyOf={row => row.row}
        columns={[
          {
            name: '发票号码',
            cell: ({ number, row, isRed }) => (
              <>
                {number || `第 ${row} 行`} {isRed && <Tag tone="bad">红字</Tag>}
              </>
            ),
            nowrap: true,
          },
          { name: '抬头', cell: ({ title }) => title },
          {
            name: '金额（元）',
            isFigure: true,
            cell: ({ amount }) => formatYuan(amount),
          },
          { name: '开票日期', cell: ({ issuedOn }) => issuedOn || '—', nowrap: true },
          { name: '文件', cell: ({ fileName }) => fileName || '—' },
          {
            name: '对应的款项',
            cell: ({ record }) =>
              record ? (
                <Link to={`/staff/receivables/${record.id}`}>
                  {record.payer} {record.about}
                </Link>
              ) : (
                '—'
              ),
          },
          {
            name: '核对',
            cell: ({ row, state, stateName, note }) => {
              const result = results?.find(one => one.row === row)
              if (result) return <Tag tone={result.done ? 'good' : 'bad'}>{result.done ? '已登记' : result.msg}</Tag>
              return (
                <>
                  <Tag tone={tones[state]}>{stateName}</Tag> {note}
                </>
              )
            },
          },
        ]}
      />
    </>
  )
}
