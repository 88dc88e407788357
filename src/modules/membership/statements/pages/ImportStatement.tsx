import { AutoComplete } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { announce } from '#api/session.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Refusal } from '#lib/error.ts'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import '#ui/form/form.css'
import { sendStatement } from './sendStatement.ts'

/** Takes the bank's own file; what of it is new opens at once. */
export function ImportStatement({ banks }: { banks: string[] }) {
  const navigate = useNavigate()
  const [bank, setBank] = useState<string>()
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const name = bank ?? banks[0] ?? ''
  const send = async (file: File) => {
    setState({ busy: true })
    try {
      const { id, added, known, passedOver } = await sendStatement(name, file)
      announce(
        `导入 ${added} 笔收入${known ? `，${known} 笔此前已有` : ''}${passedOver ? `，略过 ${passedOver} 行` : ''}`,
      )
      navigate(`/staff/statements/${id}`)
    } catch (error) {
      setState({ busy: false, error: refusalOf(error) })
    }
  }
  const { busy, error } = state
  return (
    <>
      <p>
        可直接导入网上银行导出的 XLSX 或 CSV（不超过 5 MB、5000
        行），按表头识别交易日期、收入金额、对方户名、对方账号、摘要和流水号。支出行自动略过，导入过的不会重复。
      </p>
      <div className="bank-import">
        <Field name="bank" label="银行" required error={error?.fields?.bank}>
          {described => (
            <AutoComplete
              {...described}
              value={name}
              maxLength={40}
              options={banks.map(value => ({ value }))}
              onChange={setBank}
              placeholder="例如 中国工商银行北京某支行"
            />
          )}
        </Field>
        <FileButton type="primary" loading={busy} disabled={!name.trim()} accept=".xlsx,.csv,.txt" read={send}>
          选择流水文件
        </FileButton>
      </div>
      {error && !error.fields?.bank && <Problem>{error.message}</Problem>}
    </>
  )
}
