import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { formatYuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { FileList } from '#ui/file/FileList.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { ReceivableEInvoices } from '../../einvoices/pages/ReceivableEInvoices.tsx'
import { ReceivableInvoices } from '../../invoices/pages/ReceivableInvoices.tsx'
import { ReceivableLetters } from '../../letters/pages/ReceivableLetters.tsx'
import { ReceivableReceipts } from '../../receipts/pages/ReceivableReceipts.tsx'
import { owedTones } from '../../receivables/pages/receivableViews.ts'
import { ReceivableRefunds } from '../../refunds/pages/ReceivableRefunds.tsx'
import type { Route } from './+types/StaffReceivable'
import { ReceivablePayments } from './ReceivablePayments.tsx'

export { staffReceivable as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/receivable/detail', { id: pathId(params.id) }),
)

/** One receivable: debtor, payments, invoices and receipts. */
export default function StaffReceivable({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <States answer={answer}>
      {of => (
        <>
          <section className="desk-card">
            <div className="desk-card-head">
              <h2>
                {of.payer}　{of.about}
              </h2>
              <Link to="/staff/receivables">全部款项</Link>
            </div>
            <Facts
              facts={[
                [
                  '状态',
                  <Tag key="state" tone={of.daysLate ? 'bad' : owedTones[of.state]}>
                    {of.stateName}
                  </Tag>,
                ],
                ['缴费人', of.payerRoute && <Link to={of.payerRoute}>{of.payer}的往来</Link>],
                ['种类', of.kindName],
                ['编号', of.number],
                ['应收', `${formatYuan(of.amount)} 元`],
                ['实收', of.received > 0 && `${formatYuan(of.received)} 元`],
                ['还欠', of.open > 0 && of.received > 0 && `${formatYuan(of.open)} 元`],
                ['已退', of.refunded > 0 && `${formatYuan(of.refunded)} 元`],
                ['净收', of.refunded > 0 && `${formatYuan(of.net)} 元`],
                ['应收日期', of.raisedOn],
                ['缴费期限', of.dueOn],
                ['逾期', of.daysLate ? `${of.daysLate} 天` : ''],
                ['汇款日期', of.paidOn],
                ['到账确认', of.confirmedTime && `${of.confirmedName} ${minute(of.confirmedTime)}`.trim()],
                [
                  '银行流水',
                  of.line && (
                    <Link to={`/staff/statements/${of.line.statementId}`}>
                      {of.line.bank} {of.line.paidOn} {of.line.payer}
                    </Link>
                  ),
                ],
                [
                  '在线支付',
                  of.order && (
                    <Link to={of.order.route}>
                      {of.order.providerName} {of.order.number}
                    </Link>
                  ),
                ],
                ['票据抬头', of.invoiceTitle],
                ['税号', of.invoiceCode],
                ['票据号码', of.invoiceNumber && `${of.invoiceNumber}${of.invoicedOn ? `（${of.invoicedOn}）` : ''}`],
                ['办理', of.route && <Link to={of.route}>在“{of.kindName}”中办理</Link>],
              ]}
            />
            <FileList files={[of.slip, of.invoiceFile].flatMap(file => file ?? [])} />
          </section>
          <ReceivablePayments of={of} reload={answer.reload} />
          <ReceivableLetters of={of} reload={answer.reload} />
          <ReceivableEInvoices of={of} reload={answer.reload} />
          <ReceivableInvoices of={of} reload={answer.reload} />
          <ReceivableReceipts of={of} reload={answer.reload} />
          <ReceivableRefunds of={of} reload={answer.reload} />
        </>
      )}
    </States>
  )
}
