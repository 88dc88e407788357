import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { useRecords } from '#modules/settings/pages/recordCalls.ts'
import { Failed } from '#ui/failed/Failed.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { eInvoiceTones } from './eInvoiceViews.ts'
import { IssueEInvoices } from './IssueEInvoices.tsx'
import { PaperFiles } from './PaperFiles.tsx'

type Of = Output<ApiContract['GET /staff/receivable/detail']>
type Papers = Output<ApiContract['GET /staff/eInvoice/of']>
type Props = { of: Of; reload: () => void }

/** E-invoices of a payment: request, reverse, send again. */
export function ReceivableEInvoices({ of, reload }: Props) {
  const { data, error, loading, reload: again } = useApi('GET /staff/eInvoice/of', { id: of.id })
  const [isAsking, ask] = useState(false)
  if (!data) return error ? <Failed of={error} retry={again} busy={loading} /> : null
  if (!data.paperName && data.list.length === 0) return of.net > 0 ? <WithoutRule of={of} /> : null
  const done = () => {
    again()
    reload()
  }
  const mayRed = data.paperName !== '' && of.redable > 0
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>电子票据</h2>
        {data.mayIssue && <IssueEInvoices rows={[of]} done={done} />}
        {mayRed && <Button onClick={() => ask(true)}>开红字</Button>}
      </div>
      {data.redDue > 0 && (
        <p role="status">
          <Tag tone="warn">待冲红</Tag> 已退款，票据比净收多 {formatYuan(data.redDue)} 元，应开红字。
        </p>
      )}
      {data.list.length === 0 ? (
        <p>还没有请开票服务开具。到账后可以开{data.paperName}。</p>
      ) : (
        <PapersTable list={data.list} done={done} />
      )}
      {isAsking && <RequestRed of={of} due={data.redDue} done={done} close={() => ask(false)} />}
    </section>
  )
}

/** A provider is there, but nothing says what it issues for this. */
function WithoutRule({ of }: Pick<Props, 'of'>) {
  const { data } = useRecords('eInvoiceRule')
  if (!data?.provider) return null
  return (
    <section className="desk-card">
      <h2>电子票据</h2>
      <p>
        还没有适用于{of.kindName}的开票规则，先到<Link to="/staff/e-invoices/rules">开票规则</Link>设好票种和项目名称。
      </p>
    </section>
  )
}

function PapersTable({ list, done }: { list: Papers['list']; done: () => void }) {
  return (
    <Table
      caption="这笔款项的电子票据"
      rows={list}
      columns={[
        { name: '票种', cell: ({ paperName, colourName }) => `${paperName}（${colourName}）` },
        { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
        {
          name: '状态',
          cell: ({ state, stateName, problem }) => (
            <>
              <Tag tone={eInvoiceTones[state]}>{stateName}</Tag> {problem}
            </>
          ),
        },
        { name: '号码', cell: ({ number, issuedOn }) => (number ? `${number}（${issuedOn}）` : '—') },
        { name: '冲红', cell: ({ blueNumber, redReason }) => (blueNumber ? `${blueNumber}：${redReason}` : '—') },
        { name: '文件', nowrap: true, cell: ({ files, number }) => <PaperFiles files={files} number={number} /> },
        {
          name: '办理',
          nowrap: true,
          cell: one => (
            <ActsOnOne<'resend'>
              possible={one.files.length > 0 ? ['resend'] : []}
              actOf={() => ({
                name: '重发',
                intro: `再发一次消息${one.email ? `，并发到 ${one.email}` : ''}。`,
                fields: [],
              })}
              called={one.number}
              send={async () => announce((await browserApi('POST /staff/eInvoice/resend', { id: one.id })).message)}
              reload={done}
            />
          ),
        },
      ]}
    />
  )
}

type RedRequestProps = { of: Of; due: number; done: () => void; close: () => void }

function RequestRed({ of, due, done, close }: RedRequestProps) {
  const send = async ({ amount, reason, confirmation }: FormValues) => {
    const { message } = await browserApi('POST /staff/eInvoice/red', {
      id: of.id,
      amount: Number(amount),
      reason: String(reason ?? ''),
      confirmation: String(confirmation ?? ''),
    })
    announce(message)
    done()
  }
  const fields: FormField[] = [
    {
      name: 'amount',
      label: '冲红金额',
      section: '',
      kind: 'number',
      unit: '元',
      min: 0.01,
      max: of.redable,
      required: true,
      hint: '填正数',
    },
    {
      name: 'confirmation',
      label: '红字信息确认单编号',
      section: '',
      kind: 'text',
      max: 40,
      hint: '税务平台要求确认单时填写',
    },
    reasonField('印在红字上，缴费人会看到', { max: 100 }),
  ]
  return (
    <FormDialog
      title={`开红字：${of.payer}`}
      fields={fields}
      initial={{ amount: due || of.redable, reason: due ? '退款' : '' }}
      action="请开票服务开具"
      send={send}
      close={close}
      intro={
        <p>
          冲红 {of.invoiceNumber}，还可冲红 {formatYuan(of.redable)} 元。全部冲红后可以重新开票。
        </p>
      }
    />
  )
}
