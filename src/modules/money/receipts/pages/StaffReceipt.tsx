import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import { States } from '#ui/States.tsx'
import { StateTag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffReceipt'
import { receiptTones } from './receiptViews.ts'

export { staffReceipt as handle } from '#modules/money/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/receipt/detail', { id: pathId(params.id) }),
)

const voiding = {
  name: '作废',
  danger: true,
  intro: '号码保留，不再使用；缴费人会收到消息。这笔款项可以重新开收据。',
  fields: [reasonField('印在收据上，缴费人会看到')],
}

/** One receipt: its content, and voiding it. */
export default function StaffReceipt({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <States answer={answer}>
      {of => (
        <section className="desk-card">
          <div className="desk-card-head">
            <h2>收据 {of.number}</h2>
            <Link to="/staff/receipts">全部收据</Link>
          </div>
          <ActsOnOne<'void'>
            possible={of.state === 'valid' ? ['void'] : []}
            actOf={() => voiding}
            called={of.number}
            send={async (_, { reason }) => {
              await browserApi('POST /staff/receipt/void', { id: of.id, reason: String(reason ?? '') })
              announce(`收据 ${of.number} 已作废`)
              answer.reload()
            }}
            reload={answer.reload}
          >
            <DownloadButton from="GET /staff/receipt/file" input={{ id: of.id }}>
              下载 PDF
            </DownloadButton>
          </ActsOnOne>
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
