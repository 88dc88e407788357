import { Button } from 'antd'
import { useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { EditTitle, type OwnTitles } from '#modules/ledger/titles/pages/MyTitles.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'

type Payments = Output<ApiContract['GET /member/eInvoice/payments']>
type Payment = Payments['list'][number]
type Props = { payments: Payments; titles: OwnTitles; reload: () => void }

/** Paid fees for which the payer can request an invoice or receipt from the provider; nothing if there are none. */
export function RequestEInvoices({ payments: { list }, titles, reload }: Props) {
  const [asking, ask] = useState<Payment>()
  if (list.length === 0) return null
  return (
    <section className="centre-card">
      <h2>可以开票的款项</h2>
      <Table<Payment>
        caption="可以开票的款项"
        rows={list}
        columns={[
          { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
          { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
          {
            name: '票据',
            cell: ({ paperName, hasFailed }) => (
              <>
                {paperName} {hasFailed && <Tag tone="bad">上次没有开成，请核对抬头后再提出</Tag>}
              </>
            ),
          },
          {
            name: '办理',
            nowrap: true,
            cell: payment => (
              <Button onClick={() => ask(payment)}>
                开票<span className="hidden-text">：{payment.about}</span>
              </Button>
            ),
          },
        ]}
      />
      {asking && <RequestDialog of={asking} titles={titles} close={() => ask(undefined)} done={reload} />}
    </section>
  )
}

type RequestProps = { of: Payment; close: () => void; done: () => void }

type Titles = Output<ApiContract['GET /member/invoiceTitle/list']>['list']

/** Request dialog; a payer without a stored title enters one first. */
function RequestDialog({ titles, ...asking }: RequestProps & { titles: OwnTitles }) {
  const isKept = useRef(false)
  const keep = () => {
    isKept.current = true
    titles.reload()
  }
  const leave = () => {
    if (!isKept.current) asking.close()
  }
  return (
    <States answer={titles} lines={2}>
      {({ list, fields }) =>
        list.length > 0 ? (
          <ChooseTitle {...asking} titles={list} />
        ) : (
          <EditTitle of="new" fields={fields} close={leave} done={keep} />
        )
      }
    </States>
  )
}

/** Choice among the stored titles. */
function ChooseTitle({ of, titles, close, done }: RequestProps & { titles: Titles }) {
  const send = async ({ titleId }: FormValues) => {
    const { isAutomatic } = await browserApi('POST /member/eInvoice/ask', { id: of.id, titleId: Number(titleId) })
    announce(isAutomatic ? '已提出，几分钟内自动开具' : '已提出，协会开具后您会收到消息')
    done()
  }
  const title: FormField = {
    name: 'titleId',
    label: '票据抬头',
    section: '',
    kind: 'choice',
    required: true,
    options: titles.map(({ id, title, creditCode }) => ({
      code: String(id),
      name: `${title} ${creditCode}`.trim(),
    })),
  }
  return (
    <FormDialog
      title={`开票：${of.about}`}
      fields={[title]}
      initial={{ titleId: String(titles[0]?.id ?? '') }}
      action="申请开票"
      send={send}
      close={close}
      intro={
        <p>
          {of.paperName} {formatYuan(of.amount)} 元。文件随消息发给您，也发到抬头里的邮箱。
        </p>
      }
    />
  )
}
