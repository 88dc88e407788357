import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { yuan } from '#lib/money.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { eInvoiceTones } from './eInvoiceViews.ts'
import { PaperFiles } from './PaperFiles.tsx'

type Own = Output<ApiContract['GET /member/eInvoice/list']>
type Paid = Own['list'][number]

/** What is paid and has a paper of a provider, or may ask for one; nothing where no provider issues any. */
export function MyEInvoices({ answer: loaded }: { answer: Own }) {
  const answer = useLoaded(loaded)
  const [asking, ask] = useState<Paid>()
  const { list } = answer.data
  if (list.length === 0) return null
  return (
    <section className="centre-card">
      <h2>电子票据</h2>
      <Table<Paid>
        caption="电子票据"
        rows={list}
        columns={[
          { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
          { name: '金额（元）', nowrap: true, cell: ({ amount }) => yuan(amount) },
          { name: '票据', cell: ({ papers, paperName }) => <Papers papers={papers} paperName={paperName} /> },
          {
            name: '办理',
            nowrap: true,
            cell: paid =>
              paid.mayAsk ? (
                <Button onClick={() => ask(paid)}>
                  开票<span className="hidden-text">：{paid.about}</span>
                </Button>
              ) : (
                '—'
              ),
          },
        ]}
      />
      {asking && <AskPaper of={asking} close={() => ask(undefined)} done={answer.reload} />}
    </section>
  )
}

function Papers({ papers, paperName }: Pick<Paid, 'papers' | 'paperName'>) {
  if (papers.length === 0) return `可以开${paperName}`
  return papers.map(({ id, colourName, amount, title, state, stateName, number, files }) => (
    <p key={id}>
      <Tag tone={eInvoiceTones[state]}>{stateName}</Tag> {colourName} {yuan(amount)} 元，{title} {number}{' '}
      {files.length > 0 && <PaperFiles files={files} number={number} />}
    </p>
  ))
}

type Asking = { of: Paid; close: () => void; done: () => void }

type Titles = Output<ApiContract['GET /member/invoiceTitle/list']>['list']

function AskPaper(asking: Asking) {
  const answer = useApi('GET /member/invoiceTitle/list', {})
  return (
    <States answer={answer} lines={2}>
      {({ list }) => <ChooseTitle {...asking} titles={list} />}
    </States>
  )
}

/** To whom it is made out: one of the titles that are kept. */
function ChooseTitle({ of, titles, close, done }: Asking & { titles: Titles }) {
  const [first] = titles
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
      initial={first ? { titleId: String(first.id) } : {}}
      action="申请开票"
      disabled={!first}
      send={send}
      close={close}
      intro={
        <p>
          {of.paperName} {yuan(of.amount)} 元。
          {first ? '文件随消息发给您，也发到抬头里的邮箱。' : '请先在本页“票据抬头”新增一个抬头。'}
        </p>
      }
    />
  )
}
