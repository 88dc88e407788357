import './payment.css'
import { Button, Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/MyPayments'
import { orderTones } from './orderViews.ts'

export { myPayments as handle } from '#modules/payments/pages/screens.ts'

type Due = Output<ApiContract['GET /member/payment/due']>

export const clientLoader = listLoader(async (api, { query }) => {
  const [due, page] = await Promise.all([
    api('GET /member/payment/due', {}),
    api('GET /member/payment/list', listQuery(query)),
  ])
  return { due, page }
})

/** 在线支付: what one owes, to be paid at once, and the orders that there were. */
export default function MyPayments({ loaderData: { due, page } }: Route.ComponentProps) {
  const orders = useLoaded(page)
  return (
    <>
      <section className="centre-card">
        <h2>待缴款项</h2>
        {due.owed.length === 0 ? (
          <Empty title="没有待缴的款项">
            <p>会费、评审费、培训费、广告费到缴费环节时，会列在这里。</p>
          </Empty>
        ) : due.ways.length === 0 ? (
          <>
            <p>
              协会没有开通在线支付：请按各款项页面上的账户汇款，并在那里上传凭证。
              <Link to="/admin/user/doing">去办理</Link>
            </p>
            <Table caption="待缴款项" rows={due.owed} columns={dueColumns} />
          </>
        ) : (
          <ChooseDue due={due} />
        )}
      </section>
      <section className="centre-card">
        <h2>支付订单</h2>
        <DataTable
          keyOf={({ number }) => number}
          caption="支付订单"
          answer={orders}
          unit="个"
          empty={{ title: '还没有支付订单', children: <p>选好款项和支付方式后，订单列在这里。</p> }}
          columns={[
            {
              name: '订单号',
              nowrap: true,
              cell: ({ number }) => <Link to={`/admin/user/payments/${number}`}>{number}</Link>,
            },
            { name: '款项', cell: ({ about }) => about },
            { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
            { name: '支付方式', nowrap: true, cell: ({ providerName }) => providerName },
            {
              name: '状态',
              cell: ({ state, stateName, reason }) => (
                <>
                  <Tag tone={orderTones[state]}>{stateName}</Tag> {reason}
                </>
              ),
            },
            { name: '时间', nowrap: true, cell: ({ paidTime, createdTime }) => minute(paidTime ?? createdTime) },
          ]}
        />
      </section>
    </>
  )
}

const dueColumns: TableColumn<Due['owed'][number]>[] = [
  { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
  { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
  { name: '缴费期限', nowrap: true, cell: ({ dueOn }) => dueOn ?? '—' },
]

function ChooseDue({ due: { owed, ways } }: { due: Due }) {
  const free = owed.filter(({ waiting }) => !waiting)
  // The address may name what is to be paid, as the code on a letter does.
  const named = (useSearchParams()[0].get('due') ?? '').split(',')
  const [chosen, choose] = useState<number[]>(() => {
    const wanted = free.filter(({ id }) => named.includes(String(id)))
    return (wanted.length > 0 ? wanted : free).map(({ id }) => id)
  })
  const [chosenWay, chooseWay] = useState(0)
  const { submit, busy, error } = useSubmit('POST /member/payment/order')
  const navigate = useNavigate()
  const sum = sumAmounts(owed.filter(({ id }) => chosen.includes(id)).map(({ amount }) => amount))
  const pay = async ({ provider, scene }: Due['ways'][number]) => {
    const made = await submit({ ids: chosen, provider, scene })
    if (made) await navigate(`/admin/user/payments/${made.number}`)
  }
  const toggle = (id: number) => choose(chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id])
  return (
    <>
      <Table
        caption="待缴款项"
        rows={owed}
        columns={[
          {
            name: '选择',
            nowrap: true,
            cell: ({ id, about, kindName, waiting }) =>
              waiting ? (
                <Link to={`/admin/user/payments/${waiting}`}>继续支付</Link>
              ) : (
                <Checkbox
                  checked={chosen.includes(id)}
                  onChange={() => toggle(id)}
                  aria-label={`${kindName}：${about}`}
                />
              ),
          },
          ...dueColumns,
        ]}
      />
      <div className="payment-sum">
        <p role="status">
          {chosen.length === 0 ? '请选择要支付的款项，可以一并支付几笔。' : `已选 ${chosen.length} 笔，应付`}
          {chosen.length > 0 && (
            <b>
              {formatYuan(sum)}
              <small> 元</small>
            </b>
          )}
        </p>
        <fieldset>
          <legend>支付方式</legend>
          <Radio.Group value={chosenWay} onChange={event => chooseWay(event.target.value)}>
            {ways.map((one, i) => (
              <Radio key={`${one.provider} ${one.scene}`} value={i}>
                <i className="payment-mark" data-provider={one.provider} aria-hidden="true" />
                {one.providerName}
                {one.sceneName}
              </Radio>
            ))}
          </Radio.Group>
        </fieldset>
        <Problem>{error?.message}</Problem>
        <Button
          type="primary"
          size="large"
          disabled={chosen.length === 0}
          loading={busy}
          onClick={() => void pay(ways[chosenWay]!)}
        >
          {chosen.length === 0 ? '支付' : `支付 ${formatYuan(sum)} 元`}
        </Button>
      </div>
    </>
  )
}
