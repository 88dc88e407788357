import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { dayOf, minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { InlineProblem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { ACCEPTED, acceptWords, DECLINE_WORDS, DECLINED, payeeOf, sumOf } from '../refundActWords.ts'
import type { Route } from './+types/StaffRefund'
import { type RefundDetail, refundTones } from './refundViews.ts'

export { staffRefund as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/refund/detail', { id: pathId(params.id) }),
)

/** One refund: payment, account, requester, approver and payout. */
export default function StaffRefund({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const mayMove = useMay('staff:finance')
  return (
    <States answer={answer}>
      {of => (
        <section className="desk-card">
          <div className="desk-card-head">
            <h2>
              {of.payer}　退款 {formatYuan(of.amount)} 元
            </h2>
            <Link to="/staff/refunds">全部退款</Link>
          </div>
          <Acts
            acts={acts}
            possible={mayMove ? possibleActs(of) : []}
            of={of}
            called={`${of.payer} ${sumOf(of)}`}
            reload={answer.reload}
          />
          <Facts facts={factsOf(of)} />
        </section>
      )}
    </States>
  )
}

const factsOf = (of: RefundDetail) =>
  [
    ['状态', <StateTag key="state" of={of} tones={refundTones} />],
    [
      '款项',
      <Link key="of" to={`/staff/receivables/${of.receivableId}`}>
        {of.kindName}：{of.about}
      </Link>,
    ],
    ['编号', of.number],
    ['实收', `${formatYuan(of.received)} 元`],
    ['退款', `${formatYuan(of.amount)} 元`],
    ['原因', of.reason],
    ['收款户名', of.payee],
    ['开户行', of.bank],
    ['收款账号', of.account && <RefundAccount key="account" id={of.id} masked={of.account} />],
    ['申请', `${of.askedName}${of.byPayer ? '（缴费人）' : ''} ${minute(of.askedTime)}`.trim()],
    ['申请金额', of.requestedAmount !== null && `${formatYuan(of.requestedAmount)} 元`],
    [
      '按规则',
      of.ruleReason &&
        [of.ruleReason, of.ruleAmount !== null && `${formatYuan(of.ruleAmount)} 元`].filter(Boolean).join('：'),
    ],
    ['改变金额的原因', of.amountReason],
    ['答复期限', of.state === 'requested' && of.examineBy],
    ['汇出期限', (of.state === 'requested' || of.state === 'asked' || of.state === 'agreed') && of.payBy],
    ['受理', of.acceptedTime && `${of.acceptedName} ${minute(of.acceptedTime)}`],
    ['同意截止', (of.state === 'asked' || of.state === 'expired') && of.approvalUntil && minute(of.approvalUntil)],
    ['复核', of.decidedTime && `${of.decidedName} ${minute(of.decidedTime)}`],
    ['原路退回', of.sent],
    ['说明', of.note],
    ['汇出日期', of.paidOn],
    ['银行回单号', of.slipNumber],
    ['汇出登记', of.paidTime && `${of.paidName} ${minute(of.paidTime)}`.trim()],
  ] as const

/** The number in full, only when asked for: the server wants the password, and notes who has seen it. */
function RefundAccount({ id, masked }: { id: number; masked: string }) {
  const { submit, busy, error } = useSubmit('POST /staff/refund/account')
  const [shown, setShown] = useState('')
  const mayShow = useMay('staff:finance')
  if (shown) return <span role="status">{shown}</span>
  const show = async () => {
    const answer = await submit({ id })
    if (answer) setShown(answer.account)
  }
  return (
    <>
      {masked}
      {mayShow && (
        <Button type="link" size="small" loading={busy} onClick={() => void show()}>
          查看账号
        </Button>
      )}
      <InlineProblem>{error?.message}</InlineProblem>
    </>
  )
}

const act = defineAct<RefundDetail>()

const acts = {
  accept: act({
    name: '受理',
    isMain: true,
    confirm: acceptWords,
    fields: (of, { amount }) => [
      { name: 'amount', label: '退款金额', section: '', kind: 'number', unit: '元', min: 0.01, required: true },
      ...(amount === of.amount
        ? []
        : [reasonField('缴费人会看到', { name: 'amountReason', label: '为什么不是申请的金额' })]),
    ],
    initial: ({ amount }) => ({ amount }),
    call: 'POST /staff/refund/accept',
    input: ({ id, version }, { amount, amountReason }) => ({
      id,
      version,
      amount: Number(amount),
      amountReason: String(amountReason ?? ''),
    }),
    done: ACCEPTED,
  }),
  decline: act({
    name: '驳回',
    confirm: DECLINE_WORDS,
    sends: true,
    fields: [reasonField('缴费人会看到')],
    call: 'POST /staff/refund/refuse',
    input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
    done: DECLINED,
  }),
  agree: act({
    name: '同意',
    isMain: true,
    confirm: of =>
      `${of.askedName}申请${of.acceptedName && `、${of.acceptedName}受理，`}从“${of.about}”（实收 ${formatYuan(of.received)} 元）退 ${sumOf(of)}至 ${payeeOf(of)}。原因：${of.reason}`,
    call: 'POST /staff/approval/agree',
    input: of => ({ id: of.approvalId! }),
    done: '已同意，可以汇出',
  }),
  askAgain: act({
    name: '重新提请',
    isMain: true,
    confirm: of =>
      `${minute(of.approvalUntil ?? '')} 前没有同事同意。重新提请后，由另一位同事在 7 天内同意从“${of.about}”退 ${sumOf(of)}至 ${payeeOf(of)}；您为申请人。`,
    call: 'POST /staff/refund/askAgain',
    input: ({ id, version }) => ({ id, version }),
    done: '已重新提请，由另一位同事在“双人复核”同意',
  }),
  refuse: act({
    name: '驳回',
    confirm: '退款就此结束，可以重新申请。',
    fields: [reasonField('申请的同事会看到')],
    call: 'POST /staff/approval/refuse',
    input: (of, { reason }) => ({ id: of.approvalId!, reason: String(reason ?? '') }),
    done: '已驳回，已告知申请的同事',
  }),
  pay: act({
    name: '登记汇出',
    isMain: true,
    sends: true,
    confirm: of => `${sumOf(of)}已从协会账户汇至 ${payeeOf(of)} 后在此登记，缴费人会收到消息。`,
    fields: [
      { name: 'paidOn', label: '汇出日期', section: '', kind: 'day', required: true },
      { name: 'slipNumber', label: '银行回单号', section: '', kind: 'text', max: 60, required: true },
    ],
    initial: () => ({ paidOn: dayOf(new Date()) }),
    call: 'POST /staff/refund/pay',
    input: ({ id, version }, { paidOn, slipNumber }) => ({
      id,
      version,
      paidOn: String(paidOn ?? ''),
      slipNumber: String(slipNumber ?? ''),
    }),
    done: '已登记汇出，缴费人会收到消息',
  }),
  withdraw: act({
    name: '撤回',
    isDanger: true,
    sends: true,
    confirm: ({ byPayer }) =>
      byPayer ? '缴费人的这笔申请就此驳回，缴费人收到消息。' : '还没有汇出的退款不再办理，可以重新申请。',
    fields: [reasonField('留在这笔退款的记录中；缴费人申请的，缴费人会看到')],
    call: 'POST /staff/refund/withdraw',
    input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
    done: '退款已撤回',
  }),
}

function possibleActs({ state, isMine, approvalId }: RefundDetail): (keyof typeof acts)[] {
  if (state === 'requested') return ['accept', 'decline']
  if (state === 'agreed') return ['pay', 'withdraw']
  if (state === 'expired') return ['askAgain', 'withdraw']
  if (state !== 'asked') return []
  return approvalId && !isMine ? ['agree', 'refuse', 'withdraw'] : ['withdraw']
}
