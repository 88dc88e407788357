import { yuan } from '#lib/money.ts'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import type { Calls, Enrolment } from '#modules/training/enrolling/pages/enrolmentCalls.ts'
import { PaySlip } from '#modules/training/enrolling/pages/PaySlip.tsx'

type Props = {
  pay: NonNullable<Enrolment['pay']>
  version: number
  calls: Calls
  changed: () => unknown
  /** The class of a card where it stands. */
  card: string
}

/** What is to be paid, where to, and the slip that says it was. */
export const RegistrationPay = ({ pay, version, calls, changed, card }: Props) => (
  <section className={card} aria-labelledby="registration-pay">
    <h2 id="registration-pay">缴费</h2>
    <p>
      应缴 <b className="enrol-amount">{yuan(pay.amount)} 元</b>，请汇款后上传凭证。
    </p>
    <PayAccount account={pay.account} remark={pay.remark} />
    <PaySlip pay={pay} ticket={calls.ticket} send={pay => calls.act('pay', { pay, version })} done={changed} />
  </section>
)
