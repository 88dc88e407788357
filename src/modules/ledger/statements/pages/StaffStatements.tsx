import './statements.css'
import '#ui/form/form.css'
import { AutoComplete } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce, tokenHeader } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Refusal } from '#lib/error.ts'
import { formatYuan } from '#lib/money.ts'
import { FileButton } from '#ui/file/FileButton.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/StaffStatements'

export { staffStatements as handle } from '#modules/ledger/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const page = await api('GET /staff/statement/list', listQuery(query))
  return { page }
})

/** 银行流水: what the bank says came in, to be matched with what is owed. */
export default function StaffStatements({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  const mayImport = useMay('staff:finance')
  const banks = [...new Set(answer.data?.list.map(({ bank }) => bank))]
  return (
    <>
      {mayImport && (
        <section className="desk-card">
          <h2>导入流水</h2>
          <ImportStatement banks={banks} />
        </section>
      )}
      <section className="desk-card">
        <h2>已导入的流水</h2>
        <DataTable
          caption="已导入的流水"
          answer={answer}
          unit="份"
          empty={{ title: '还没有导入流水', children: <p>从网上银行导出收入明细，在上面导入。</p> }}
          columns={[
            {
              name: '银行',
              cell: ({ id, bank, fileName }) => (
                <>
                  <Link to={`/staff/statements/${id}`}>{bank}</Link>
                  <small>{fileName}</small>
                </>
              ),
            },
            {
              name: '交易日期',
              cell: ({ fromDay, toDay }) => (fromDay === toDay ? fromDay : `${fromDay} 至 ${toDay}`),
            },
            { name: '收入', cell: ({ count, amount }) => `${count} 笔，${formatYuan(amount)} 元` },
            { name: '已入账', cell: ({ accepted }) => accepted, nowrap: true },
            { name: '待处理', cell: ({ open }) => open, nowrap: true },
            { name: '其他款项', cell: ({ aside }) => aside, nowrap: true },
            { name: '导入', cell: ({ importedName, createdAt }) => `${importedName} ${minute(createdAt)}` },
          ]}
        />
      </section>
    </>
  )
}

/** Takes the bank's own file; what of it is new opens at once. */
function ImportStatement({ banks }: { banks: string[] }) {
  const navigate = useNavigate()
  const [bank, setBank] = useState<string>()
  const [state, setState] = useState<{ busy: boolean; error?: Refusal }>({ busy: false })
  const name = bank ?? banks[0] ?? ''
  const send = async (file: File) => {
    setState({ busy: true })
    try {
      const { id, added, known, passedOver, hidden } = await sendStatement(name, file)
      announce(
        `导入 ${added} 笔收入${known ? `，${known} 笔此前已有` : ''}${passedOver ? `，没有读作收入的 ${passedOver} 行` : ''}${hidden.length ? `，隐藏的工作表 ${hidden.length} 个没有读` : ''}`,
      )
      navigate(`/staff/statements/${id}`)
    } catch (error) {
      setState({ busy: false, error: toRefusal(error) })
    }
  }
  const { busy, error } = state
  return (
    <>
      <p>
        可直接导入网上银行导出的 XLS、XLSX 或 CSV（不超过 5 MB、5000
        行），按表头识别交易日期、收入金额、对方户名、对方账号、摘要和流水号。导入过的不会重复；没有读作收入的行逐行说明原因，隐藏的工作表不读。
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
        <FileButton type="primary" loading={busy} disabled={!name.trim()} accept=".xls,.xlsx,.csv,.txt" read={send}>
          选择流水文件
        </FileButton>
      </div>
      {error && !error.fields?.bank && <Problem>{error.message}</Problem>}
    </>
  )
}

const KEY = 'POST /staff/statement/upload'

/** The bank's file with the name of the bank before it. */
async function sendStatement(bank: string, file: File): Promise<Output<ApiContract[typeof KEY]>> {
  const body = new FormData()
  body.append('bank', bank)
  body.append('file', file)
  const sent = fetch('/api/staff/statement/upload', { method: 'POST', headers: tokenHeader(), body })
  const response = await sent.catch(() => {
    throw new Refusal(0, '网络中断，文件没有上传完，请重试')
  })
  return unwrap(KEY, response.status, await readEnvelope(response))
}
