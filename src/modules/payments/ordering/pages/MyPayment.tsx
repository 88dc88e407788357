import './payment.css'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { usePolling } from '#api/usePolling.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { PaperLines } from '#modules/ledger/pages/PaymentPapers.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/MyPayment'
import { itemTones, type OwnOrder, orderTones } from './orderViews.ts'

export { myPayment as handle } from '#modules/payments/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /member/payment/order', { number: params.number ?? '' }),
)

const POLL_INTERVAL_MS = 3_000

/** 支付订单: the code to scan or the page to open, while it can be paid; then what has become of it. */
export default function MyPayment({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  usePolling(answer, loaderData.state === 'waiting' ? POLL_INTERVAL_MS : undefined)
  return (
    <States answer={answer}>
      {of => (
        <section className="centre-card">
          <h2>
            {of.providerName}：{formatYuan(of.amount)} 元 <StateTag of={of} tones={orderTones} />
          </h2>
          {of.state === 'waiting' && <Waiting of={of} reload={answer.reload} />}
          {of.state === 'paid' && (
            <p role="status">
              已支付，款项已入账；协会开具的收据和发票在<Link to="/admin/user/invoices">我的票据</Link>。
            </p>
          )}
          {of.state === 'closed' && (
            <p role="status">
              订单已关闭（{of.reason}），没有扣款。仍需缴费的，请<Link to="/admin/user/payments">重新支付</Link>
              ；已经扣款的，款项会记为多付并原路退回，请与协会联系。
            </p>
          )}
          <Table
            caption="所付款项"
            rows={of.items}
            keyOf={({ kindName, about }) => `${kindName} ${about}`}
            columns={[
              { name: '款项', cell: ({ kindName, about }) => `${kindName}：${about}` },
              { name: '金额（元）', isFigure: true, cell: ({ amount }) => formatYuan(amount) },
              { name: '状态', cell: row => <StateTag of={row} tones={itemTones} /> },
              {
                name: '办理',
                nowrap: true,
                cell: ({ receivableId, state, about }) =>
                  state === 'booked' ? (
                    <Link to={`/admin/user/refunds/ask/${receivableId}`}>
                      申请退款<span className="hidden-text">：{about}</span>
                    </Link>
                  ) : (
                    '—'
                  ),
              },
              { name: '票据', cell: ({ papers }) => (papers.length > 0 ? <PaperLines papers={papers} /> : '—') },
            ]}
          />
          <Facts
            facts={[
              ['订单号', of.number],
              ['下单时间', minute(of.createdTime)],
              ['支付时间', of.paidTime && minute(of.paidTime)],
            ]}
          />
        </section>
      )}
    </States>
  )
}

function Waiting({ of, reload }: { of: OwnOrder; reload: () => void }) {
  const left = useCountDown(of.secondsLeft)
  const asking = useSubmit('POST /member/payment/ask')
  const closing = useSubmit('POST /member/payment/close')
  const ask = async () => {
    const answer = await asking.submit({ number: of.number })
    if (answer?.state === 'waiting') announce('支付机构还没有收到这笔付款')
    reload()
  }
  const close = async () => {
    if (await closing.submit({ number: of.number })) reload()
  }
  return (
    <div className="payment-waiting">
      {of.door?.kind === 'code' && (
        <>
          <QrCode text={of.door.text} name={`${of.providerName}付款的二维码`} />
          <p>请用{of.providerName === '支付宝' ? '支付宝' : '微信'}“扫一扫”付款，付款后本页自动显示“已支付”。</p>
        </>
      )}
      {of.door?.kind === 'page' && (
        <p>
          <a className="button" href={of.door.url} target="_blank" rel="noopener noreferrer">
            打开{of.providerName}付款页面
          </a>
          <br />
          付款后回到本页，会自动显示“已支付”。
        </p>
      )}
      {of.door?.kind === 'inside' && <PayInside parameters={of.door.parameters} />}
      {of.door ? (
        <p>
          请在 <b>{clockOf(left)}</b> 内付款，过时订单关闭，可以重新支付。
        </p>
      ) : (
        <p>支付时间已过，正在向支付机构确认有没有付款。</p>
      )}
      <Problem>{asking.error?.message ?? closing.error?.message}</Problem>
      <p className="form-actions">
        <Button type="primary" loading={asking.busy} onClick={() => void ask()}>
          我已付款，查询结果
        </Button>
        <Button loading={closing.busy} onClick={() => void close()}>
          取消订单，换一种方式
        </Button>
      </p>
    </div>
  )
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)} 分 ${String(seconds % 60).padStart(2, '0')} 秒`

/** Counts on by itself between two answers. */
function useCountDown(from: number): number {
  const [left, setLeft] = useState(from)
  useEffect(() => {
    setLeft(from)
    const timer = setInterval(() => setLeft(now => Math.max(0, now - 1)), 1000)
    return () => clearInterval(timer)
  }, [from])
  return left
}

/** A text as a picture that a phone scans. */
function QrCode({ text, name }: { text: string; name: string }) {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let current = true
    void import('qrcode').then(async ({ toDataURL }) => {
      const drawn = await toDataURL(text, { margin: 2, width: 480 })
      if (current) setPicture(drawn)
    })
    return () => {
      current = false
    }
  }, [text])
  return picture ? (
    <img className="payment-code" src={picture} alt={name} width="240" height="240" />
  ) : (
    <div className="payment-code" />
  )
}

type Bridge = {
  invoke: (
    name: 'getBrandWCPayRequest',
    parameters: Record<string, string>,
    done: (answer: { err_msg: string }) => void,
  ) => void
}
declare global {
  interface Window {
    /** Available in WeChat's browser only. */
    WeixinJSBridge?: Bridge
  }
}

/** Opens the payment of WeChat over the page. What it says afterwards is no proof: the order is looked at again. */
function PayInside({ parameters }: { parameters: Record<string, string> }) {
  const pay = () => {
    const bridge = window.WeixinJSBridge
    if (!bridge) return announce('请在微信内打开本页，或取消订单后改用扫码支付')
    bridge.invoke('getBrandWCPayRequest', parameters, ({ err_msg }) => {
      if (err_msg.endsWith(':fail')) announce('微信支付没有完成，请重试，或取消订单后改用扫码支付')
    })
  }
  return (
    <Button type="primary" size="large" onClick={pay}>
      微信支付
    </Button>
  )
}
