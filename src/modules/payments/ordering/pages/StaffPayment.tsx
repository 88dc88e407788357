import { Button } from 'antd'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { StateTag, Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffPayment'
import { itemTones, type OrderDetail, orderTones } from './orderViews.ts'

export { staffPayment as handle } from '#modules/payments/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/payment/detail', { id: pathId(params.id) }),
)

export default function StaffPayment({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const asking = useSubmit('POST /staff/payment/ask')
  const mayAsk = useMay('staff:finance')
  const ask = async ({ id }: OrderDetail) => {
    const found = await asking.submit({ id })
    if (!found) return
    announce(`支付机构的答复：${found.stateName}`)
    answer.reload()
  }
  return (
    <States answer={answer}>
      {of => (
        <section className="desk-card">
          <div className="desk-card-head">
            <h2>
              {of.payer}　{formatYuan(of.amount)} 元
            </h2>
            <Link to="/staff/payments">全部订单</Link>
          </div>
          {mayAsk && of.state === 'waiting' && (
            <p className="form-actions">
              <small>查到已付即入账，缴费人收到消息。</small>
              <Button type="primary" loading={asking.busy} onClick={() => void ask(of)}>
                向{of.providerName}查询
              </Button>
            </p>
          )}
          <Problem>{asking.error?.message}</Problem>
          <Facts
            facts={[
              ['状态', <StateTag key="state" of={of} tones={orderTones} />],
              ['关闭原因', of.state === 'closed' && of.reason],
              ['订单号', of.number],
              ['支付方式', `${of.providerName}（${of.sceneName}）`],
              ['支付机构交易号', of.transactionId],
              ['收款商户号', of.merchant],
              ['下单时间', minute(of.createdTime)],
              ['支付期限', minute(of.expiresTime)],
              ['支付时间', of.paidTime && minute(of.paidTime)],
              ['入账时间', of.heardTime && minute(of.heardTime)],
              ['关闭时间', of.closedTime && minute(of.closedTime)],
              ['支付机构手续费', of.fee !== null && `${formatYuan(of.fee)} 元`],
            ]}
          />
          {of.refunds.length > 0 && (
            <Table
              caption="原路退款"
              rows={of.refunds}
              keyOf={({ number }) => number}
              columns={[
                {
                  name: '退款号',
                  cell: ({ refundId, number }) => <Link to={`/staff/refunds/${refundId}`}>{number}</Link>,
                },
                { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
                { name: '状态', cell: ({ stateName, why }) => `${stateName} ${why}`.trim() },
              ]}
            />
          )}
          <Table
            caption="所付款项"
            rows={of.items}
            keyOf={({ receivableId }) => receivableId}
            columns={[
              {
                name: '款项',
                cell: ({ receivableId, kindName, about }) => (
                  <Link to={`/staff/receivables/${receivableId}`}>
                    {kindName}：{about}
                  </Link>
                ),
              },
              { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
              {
                name: '入账',
                cell: ({ state, stateName, note }) => (
                  <>
                    <Tag tone={itemTones[state]}>{stateName}</Tag> {note}
                  </>
                ),
              },
            ]}
          />
        </section>
      )}
    </States>
  )
}
