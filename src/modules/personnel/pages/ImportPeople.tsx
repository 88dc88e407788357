import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { ImportedPeople } from './ImportedPeople.tsx'
import { sendPeople } from './sendPeople.ts'
import '#ui/form/form.css'
import './people.css'

/** Corrected cells by row and field. */
export type Mends = Record<number, Record<string, string>>
export type Checked = Output<ApiContract['POST /person/import/check']> & {
  file: File
  mends: Mends
  /** Rows that are entered by now. */
  done: number[]
  /** Number of checks so far. */
  times: number
}

/** 批量登记: a workbook, or cells copied from one; looked over row by row before anything is written. */
export function ImportPeople() {
  const [pasted, paste] = useState('')
  const [checked, setChecked] = useState<Checked>()
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const times = useRef(0)
  const look = async (file: File, { mends, done }: Pick<Checked, 'mends' | 'done'>) => {
    const answer = await sendPeople('POST /person/import/check', file, { mended: JSON.stringify(mends) })
    times.current++
    setChecked({ ...answer, file, mends, done, times: times.current })
    return answer
  }
  const check = async (file: File) => {
    setState({ busy: true })
    try {
      await look(file, { mends: {}, done: [] })
      setState({ busy: false })
    } catch (error) {
      setChecked(undefined)
      setState({ busy: false, problem: toRefusal(error).message })
    }
  }
  return (
    <>
      <section className="centre-card">
        <div className="centre-card-head">
          <h2>批量登记人员</h2>
          <Link to="/admin/user/persons">返回人员列表</Link>
        </div>
        <ol className="people-steps">
          <li>
            按模板中的“填写说明”填写名单，一次最多 500 人：
            <SaveButton save={() => saveFile('GET /person/import/template', {})}>下载 Excel 模板</SaveButton>
          </li>
          <li>
            <FileButton type={checked ? 'default' : 'primary'} loading={state.busy} accept=".xlsx,.csv" read={check}>
              选择填好的文件
            </FileButton>
            ，或在下面粘贴从 Excel 复制的单元格（连同列名一行）。
          </li>
          <li>核对每一行的结果，选定后登记。文件只用于读取，不保存。</li>
        </ol>
        <Field name="pasted" label="粘贴的单元格">
          {described => (
            <Input.TextArea
              {...described}
              value={pasted}
              rows={3}
              onChange={({ target }) => paste(target.value)}
              placeholder={'姓名\t证件号码\t手机\t职称'}
            />
          )}
        </Field>
        <p className="form-actions">
          <Button disabled={!pasted.trim() || state.busy} onClick={() => void check(fileOf(pasted))}>
            检查粘贴的内容
          </Button>
        </p>
        <Problem>{state.problem}</Problem>
      </section>
      {checked && <ImportedPeople key={checked.times} checked={checked} again={so => look(checked.file, so)} />}
    </>
  )
}

const fileOf = (cells: string) => new File([cells], '粘贴.csv', { type: 'text/csv' })
