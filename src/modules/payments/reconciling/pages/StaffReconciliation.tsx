import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { differences } from '#modules/payments/pages/registers.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
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
  const mayResolve = useMay('staff:finance')
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
            mayResolve && one.state === 'open' ? (
              <ActButton act={resolve} of={one} called={one.number} reload={reload} size="small" />
            ) : (
              <Tag tone={one.state === 'open' ? 'warn' : 'good'}>{one.stateName}</Tag>
            ),
        }}
      />
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

const resolve = defineAct<Row>()({
  name: '处理',
  title: ({ number }) => `处理对账差异：${number}`,
  action: '标为已处理',
  confirm: ({ kindName }) => `${kindName}。查清并在支付机构或本站处理之后，在这里写明。`,
  fields: [{ name: 'note', label: '查清的情况', section: '', kind: 'paragraph', max: 200, required: true }],
  call: 'POST /staff/reconciliation/resolve',
  input: ({ id }, { note }) => ({ id, note: String(note ?? '') }),
  done: '差异已标为已处理',
})
