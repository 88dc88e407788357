import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import { dayOf } from '#lib/dates.ts'
import { MOST_NUMBERS, numbersIn } from '../batch.ts'
import type { Given } from './useBatch.ts'

type Props = {
  asked: Given
  problem: string | undefined
  busy: string | undefined
  check: (given: Given) => Promise<void>
}

/** Numbers as text or as a file, and a day. Without the program the text goes as an address. */
export function BatchForm({ asked, problem, busy, check }: Props) {
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
        <p id="numbers-hint">一行一个，也可以用逗号、空格隔开，或直接从 Excel 复制一列；一次最多 {MOST_NUMBERS} 个。</p>
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

/** What has been understood, before it is sent. */
function Counted({ pasted }: { pasted: string }) {
  const { length } = numbersIn(pasted)
  if (length === 0) return null
  const over = length - MOST_NUMBERS
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
      <p id="batch-file-hint">XLSX 或 CSV，2 MB 以内；读取“证书编号”一列，没有列名的读取第一列。文件读完即删。</p>
      {file ? (
        <p className="batch-chosen">
          {file.name}
          <button type="button" className="button" onClick={() => choose(undefined)}>
            不用这个文件
          </button>
        </p>
      ) : (
        <input id="batch-file" type="file" accept=".xlsx,.csv" onChange={change} aria-describedby="batch-file-hint" />
      )}
    </div>
  )
}
