import { Button } from 'antd'
import { announce } from '#api/session.ts'

type Bridge = {
  invoke: (
    name: 'getBrandWCPayRequest',
    parameters: Record<string, string>,
    done: (answer: { err_msg: string }) => void,
  ) => void
}
declare global {
  interface Window {
    /** In the browser of WeChat alone. */
    WeixinJSBridge?: Bridge
  }
}

/** Opens the payment of WeChat over the page. What it says afterwards is no proof: the order is looked at again. */
export function PayInside({ parameters }: { parameters: Record<string, string> }) {
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
