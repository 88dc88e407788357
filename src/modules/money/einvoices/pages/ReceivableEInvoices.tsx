import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { useRecords } from '#modules/settings/pages/recordCalls.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Failed } from '#ui/failed/Failed.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { eInvoiceTones } from './eInvoiceViews.ts'
import { IssueEInvoices } from './IssueEInvoices.tsx'
import { PaperFiles } from './PaperFiles.tsx'

type Of = Output<ApiContract['GET /staff/receivable/detail']>
type Papers = Output<ApiContract['GET /staff/eInvoice/of']>
type Props = { of: Of; reload: () => void }

/** E-invoices of a payment: request, reverse, send again. */
export function ReceivableEInvoices({ of, reload }: Props) {
  const { data, error, loading, reload: again } = useApi('GET /staff/eInvoice/of', { id: of.id })
  const mayMove = useMay('staff:finance')
  if (!data) return error ? <Failed of={error} retry={again} busy={loading} /> : null
  if (!data.paperName && data.list.length === 0) return mayMove && of.net > 0 ? <WithoutRule of={of} /> : null
  const done = () => {
    again()
    reload()
  }
  const mayRed = mayMove && data.paperName !== '' && of.redable > 0
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>电子票据</h2>
        {mayMove && data.mayIssue && <IssueEInvoices rows={[of]} done={done} />}
        {mayRed && <ActButton act={reverse} of={{ ...of, redDue: data.redDue }} reload={done} />}
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
  const mayResend = useMay('staff:finance')
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
        ...(mayResend ? [resendColumn(done)] : []),
      ]}
    />
  )
}

const resendColumn = (done: () => void): TableColumn<Papers['list'][number]> => ({
  name: '办理',
  nowrap: true,
  cell: one =>
    one.files.length > 0 && <ActButton act={resend} of={one} called={one.number} reload={done} size="small" />,
})

const resend = defineAct<Papers['list'][number]>()({
  name: '重发',
  confirm: ({ email }) => `再发一次消息${email ? `，并发到 ${email}` : ''}。`,
  call: 'POST /staff/eInvoice/resend',
  input: ({ id }) => ({ id }),
  done: (_, { message }) => message,
})

const reverse = defineAct<Of & { redDue: number }>()({
  name: '开红字',
  title: ({ payer }) => `开红字：${payer}`,
  action: '请开票服务开具',
  confirm: of => `冲红 ${of.invoiceNumber}，还可冲红 ${formatYuan(of.redable)} 元。全部冲红后可以重新开票。`,
  fields: of => [
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
  ],
  initial: of => ({ amount: of.redDue || of.redable, reason: of.redDue ? '退款' : '' }),
  call: 'POST /staff/eInvoice/red',
  input: ({ id }, { amount, reason, confirmation }) => ({
    id,
    amount: Number(amount),
    reason: String(reason ?? ''),
    confirmation: String(confirmation ?? ''),
  }),
  done: (_, { message }) => message,
})
