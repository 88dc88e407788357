import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffReceipt'
import { receiptTones } from './receiptViews.ts'

export { staffReceipt as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/receipt/detail', { id: pathId(params.id) }),
)

type ReceiptDetail = Output<ApiContract['GET /staff/receipt/detail']>

const acts = {
  void: defineAct<ReceiptDetail>()({
    name: '作废',
    isDanger: true,
    confirm: '号码保留，不再使用；缴费人会收到消息。这笔款项可以重新开收据。',
    fields: [reasonField('印在收据上，缴费人会看到')],
    call: 'POST /staff/receipt/void',
    input: ({ id }, { reason }) => ({ id, reason: String(reason ?? '') }),
    done: ({ number }) => `收据 ${number} 已作废`,
  }),
}

/** One receipt: its content, and voiding it. */
export default function StaffReceipt({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const mayVoid = useMay('staff:finance')
  return (
    <States answer={answer}>
      {of => (
        <section className="desk-card">
          <div className="desk-card-head">
            <h2>收据 {of.number}</h2>
            <Link to="/staff/receipts">全部收据</Link>
          </div>
          <Acts
            acts={acts}
            possible={mayVoid && of.state === 'valid' ? ['void'] : []}
            of={of}
            called={of.number}
            reload={answer.reload}
          >
            <DownloadButton from="GET /staff/receipt/file" input={{ id: of.id }}>
              下载 PDF
            </DownloadButton>
          </Acts>
          <Facts
            facts={[
              ['状态', <StateTag key="state" of={of} tones={receiptTones} />],
              ['作废', of.voidedTime && `${of.voidedName} ${minute(of.voidedTime)}：${of.voidReason}`],
              ['缴费人', of.payer],
              [
                '款项',
                <Link key="of" to={`/staff/receivables/${of.receivableId}`}>
                  {of.kindName}：{of.about}
                </Link>,
              ],
              ['金额', `${formatYuan(of.amount)} 元（${of.capitals}）`],
              ['收款日期', of.paidOn],
              ['系列', of.seriesName],
              ['开具', `${of.issuedName} ${of.issuedOn}`],
            ]}
          />
        </section>
      )}
    </States>
  )
}
