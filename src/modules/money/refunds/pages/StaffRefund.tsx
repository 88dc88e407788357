import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffRefund'
import { RefundAccount } from './RefundAccount.tsx'
import { RefundActs } from './RefundActs.tsx'
import { type RefundDetail, refundTones } from './refundViews.ts'

export { staffRefund as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/refund/detail', { id: pathId(params.id) }),
)

/** One refund: of which payment, to which account, who asked, agreed and paid it out. */
export default function StaffRefund({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <States answer={answer}>
      {of => (
        <section className="desk-card">
          <div className="desk-card-head">
            <h2>
              {of.payer}　退款 {yuan(of.amount)} 元
            </h2>
            <Link to="/staff/refunds">全部退款</Link>
          </div>
          <RefundActs of={of} reload={answer.reload} />
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
    ['实收', `${yuan(of.received)} 元`],
    ['退款', `${yuan(of.amount)} 元`],
    ['原因', of.reason],
    ['收款户名', of.payee],
    ['开户行', of.bank],
    ['收款账号', of.account && <RefundAccount key="account" id={of.id} masked={of.account} />],
    ['申请', `${of.askedName} ${minute(of.askedTime)}`.trim()],
    ['同意截止', (of.state === 'asked' || of.state === 'expired') && of.approvalUntil && minute(of.approvalUntil)],
    ['复核', of.decidedTime && `${of.decidedName} ${minute(of.decidedTime)}`],
    ['原路退回', of.sent],
    ['说明', of.note],
    ['汇出日期', of.paidOn],
    ['银行回单号', of.slipNumber],
    ['汇出登记', of.paidTime && `${of.paidName} ${minute(of.paidTime)}`.trim()],
  ] as const
