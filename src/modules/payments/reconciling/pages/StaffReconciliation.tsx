import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { reloadOnConflict } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { differences } from '#modules/payments/pages/registers.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { differenceFilters } from '../../differenceFilters.ts'
import type { Route } from './+types/StaffReconciliation'

export { staffReconciliation as handle } from '#modules/payments/pages/screens.ts'

type Row = Output<ApiContract['GET /staff/reconciliation/list']>['list'][number]
type Bill = Output<ApiContract['GET /staff/reconciliation/bills']>[number]

export const clientLoader = listLoader(async (api, address) => {
  const [list, bills] = await Promise.all([differences.load(api, address), api('GET /staff/reconciliation/bills', {})])
  return { ...list, bills }
})

/** 支付对账: the providers' bills of the last days, and where they differ from our register. */
export default function StaffReconciliation({ loaderData }: Route.ComponentProps) {
  const { bills } = loaderData
  const { reload } = useLoaded(loaderData.page)
  const [asking, ask] = useState<Row>()
  return (
    <>
      <section className="desk-card">
        <h2>对账单</h2>
        {bills.length === 0 ? <p>还没有读到对账单。每天上午读取支付机构前一天的账单。</p> : <Bills bills={bills} />}
      </section>
      <RegisterTable
        of={differences}
        loaded={loaderData}
        unit="条"
        filters={registerFilters(differenceFilters, {})}
        empty={
          bills.length === 0
            ? { title: '还没有对过账', children: <p>读到对账单以后，与本站登记不一致的列在这里。</p> }
            : { title: '没有差异', children: <p>读到的对账单都与本站登记一致。</p> }
        }
        cells={{
          number: ({ number, orderId }) => (orderId ? <Link to={`/staff/payments/${orderId}`}>{number}</Link> : number),
          ours: ({ ours }) => (ours === null ? '—' : formatYuan(ours)),
          theirs: ({ theirs }) => (theirs === null ? '—' : formatYuan(theirs)),
          stateName: one =>
            one.state === 'open' ? (
              <Button size="small" onClick={() => ask(one)}>
                处理
              </Button>
            ) : (
              <Tag tone="good">{one.stateName}</Tag>
            ),
        }}
      />
      {asking && <Resolve of={asking} reload={reload} close={() => ask(undefined)} />}
    </>
  )
}

const Bills = ({ bills }: { bills: Bill[] }) => (
  <Table
    caption="最近的对账单"
    rows={bills}
    columns={[
      { name: '账单日期', nowrap: true, cell: ({ day }) => day },
      { name: '支付方式', nowrap: true, cell: ({ providerName }) => providerName },
      { name: '笔数', isFigure: true, cell: ({ lines }) => lines },
      { name: '收款（元）', isFigure: true, cell: ({ paid }) => formatYuan(paid) },
      { name: '退款（元）', isFigure: true, cell: ({ refunded }) => formatYuan(refunded) },
      { name: '手续费（元）', isFigure: true, cell: ({ fee }) => formatYuan(fee) },
      {
        name: '差异',
        nowrap: true,
        cell: ({ day, differences }) =>
          differences ? <Link to={`/staff/reconciliation?dayFrom=${day}&dayTo=${day}`}>{differences} 条</Link> : '无',
      },
    ]}
  />
)

function Resolve({ of, reload, close }: { of: Row; reload: () => void; close: () => void }) {
  const send = async ({ note }: Record<string, unknown>) => {
    await browserApi('POST /staff/reconciliation/resolve', { id: of.id, note: String(note ?? '') }).catch(error =>
      reloadOnConflict(error, reload),
    )
    announce('差异已标为已处理')
    reload()
  }
  return (
    <FormDialog
      title={`处理对账差异：${of.number}`}
      fields={[{ name: 'note', label: '查清的情况', section: '', kind: 'paragraph', max: 200, required: true }]}
      action="标为已处理"
      send={send}
      close={close}
      intro={<p>{of.kindName}。查清并在支付机构或本站处理之后，在这里写明。</p>}
    />
  )
}
