import './refundRequest.css'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { Form } from '#ui/form/Form.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { amountByRule } from '../refundAmount.ts'
import type { Route } from './+types/MyRefundRequest'

export { myRefundRequest as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /member/refund/options', { receivable: pathId(params.id) }),
)

type Options = Output<ApiContract['GET /member/refund/options']>

/** 申请退款: what may be asked back of one payment, by which rule, what ends with it, and by which day it is there. */
export default function MyRefundRequest({ loaderData: of }: Route.ComponentProps) {
  return (
    <section className="centre-card">
      <h2>
        {of.kindName}：{of.about}
      </h2>
      <Facts
        facts={[
          ['已缴', `${formatYuan(of.received)} 元`],
          ['已退', of.refunded > 0 && `${formatYuan(of.refunded)} 元`],
          ['正在办理的退款', of.underWay > 0 && `${formatYuan(of.underWay)} 元`],
          ['可以申请', `${formatYuan(of.refundable)} 元`],
          ['退款规定', of.rule.text && <span className="refund-rule">{of.rule.text}</span>],
          ['今天', of.rule.reason],
        ]}
      />
      {of.refundable > 0 ? (
        <div className="refund-form">
          <RequestForm of={of} />
        </div>
      ) : (
        <p role="status">
          没有可以申请退还的金额；已经申请的，办理的进展见<Link to="/admin/user/refunds">我的退款</Link>。
        </p>
      )}
    </section>
  )
}

/** Parts that are chosen: the only one without being asked. */
const partsIn = ({ ending }: Options, values: FormValues): number[] => {
  if (!ending) return []
  if (ending.parts.length === 1) return [ending.parts[0]!.id]
  return Array.isArray(values.parts) ? values.parts.map(Number) : []
}

/** Most that may be asked back for what is given up. */
function mostOf(of: Options, values: FormValues): number {
  if (!of.ending) return of.refundable
  const chosen = partsIn(of, values)
  const shares = of.ending.parts.filter(({ id }) => chosen.includes(id)).map(({ amount }) => amount)
  return Math.min(of.refundable, sumAmounts(shares))
}

/** Amount to begin with: what the rule gives back, or all where the association decides. */
const proposedOf = (of: Options, values: FormValues): number => amountByRule(mostOf(of, values), of.rule.percent ?? 100)

function RequestForm({ of }: { of: Options }) {
  const once = useRef(`${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`)
  const navigate = useNavigate()
  const { submit, busy, error, fields: faults } = useSubmit('POST /member/refund/request')
  const [values, setValues] = useState<FormValues>(() => {
    const begun = { payee: of.payer, parts: of.ending?.parts.map(({ id }) => String(id)) ?? [] }
    return { ...begun, amount: proposedOf(of, begun) || (of.ending ? 0 : null) }
  })
  const change = (changed: FormValues) => {
    const isProposed = changed.amount === proposedOf(of, values)
    setValues(isProposed ? { ...changed, amount: proposedOf(of, changed) } : changed)
  }
  const send = async () => {
    const text = (name: string) => String(values[name] ?? '')
    const done = await submit({
      receivable: of.receivableId,
      amount: Number(values.amount ?? 0),
      reason: text('reason'),
      parts: partsIn(of, values),
      payee: text('payee'),
      bank: text('bank'),
      account: text('account'),
      once: once.current,
    })
    if (done === undefined) return
    announce(done ? '退款申请已提交，进展会以消息告知' : '已退出，没有申请退款')
    await navigate('/admin/user/refunds')
  }
  // Whoever gives up without a claim asks for nothing.
  const isAsking = !of.ending || values.amount !== 0
  return (
    <Form
      fields={fieldsOf(of, values)}
      values={values}
      onChange={change}
      errors={faults}
      message={error?.message}
      onSubmit={() => void send()}
    >
      {of.ending && (
        <p className="refund-ending">
          <b>提交后随即生效：</b>
          {of.ending.text}
        </p>
      )}
      <p role="status">
        {isAsking
          ? keepTogether(
              `预计${longDay(of.examineBy)}前答复，${longDay(of.payBy)}前汇出${of.online ? `，${of.online}` : ''}。`,
            )
          : '只退出，不申请退款。'}
      </p>
      <p className="form-actions">
        <Button type="primary" size="large" danger={of.ending !== null} htmlType="submit" loading={busy}>
          {of.ending ? (isAsking ? '确认退出并申请退款' : '确认退出') : '申请退款'}
        </Button>
        <Link className="button" to="/admin/user/refunds">
          不申请
        </Link>
      </p>
    </Form>
  )
}

const fieldsOf = (of: Options, values: FormValues): FormField[] => {
  const { ending, online, payerAccount } = of
  const parts: FormField[] =
    ending && ending.parts.length > 1
      ? [
          {
            name: 'parts',
            label: '退出的人员',
            section: '',
            kind: 'choices',
            required: true,
            options: ending.parts.map(({ id, name, amount }) => ({
              code: String(id),
              name: `${name}（${formatYuan(amount)} 元）`,
            })),
          },
        ]
      : []
  const isNeeded = !payerAccount
  const account: FormField[] =
    online || (ending && values.amount === 0)
      ? []
      : [
          { name: 'payee', label: '收款户名', section: '', kind: 'text', max: 120, required: isNeeded },
          { name: 'bank', label: '开户行', section: '', kind: 'text', max: 120, required: isNeeded },
          {
            name: 'account',
            label: '收款账号',
            section: '',
            kind: 'text',
            max: 50,
            required: isNeeded,
            ...(payerAccount && { hint: `留空即退回原付款账号：${payerAccount}` }),
          },
        ]
  return [
    ...parts,
    {
      name: 'amount',
      label: '退款金额',
      section: '',
      kind: 'number',
      unit: '元',
      min: ending ? 0 : 0.01,
      max: mostOf(of, values),
      required: true,
      hint:
        of.rule.percent === null
          ? '退还多少由协会决定'
          : `按规定今天可退 ${formatYuan(proposedOf(of, values))} 元；申请其他金额的，请在原因中说明，由协会决定`,
    },
    { name: 'reason', label: '原因', section: '', kind: 'paragraph', max: 200, required: true, hint: '协会据此办理' },
    ...account,
  ]
}
