import { useSubmit } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { yuan } from '#lib/money.ts'
import { ReceiptForm } from '#modules/membership/fees/pages/ReceiptForm.tsx'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import type { AdvertInfo, OwnAdvert } from './advertViews.ts'

type Props = { of: OwnAdvert; fee: NonNullable<AdvertInfo['fee']>; changed: () => void }

/** 广告费: what is owed and why, to which account; then the slip and what the invoice is to say. */
export function AdvertFeeCard({ of: { id, status, canPay, applicationVersion }, fee, changed }: Props) {
  const { amount, words, state, account, remark, invoice } = fee
  const { slip, ...known } = fee.receipt
  const paying = useSubmit('POST /cms/adverti/user/update')
  const pay = async (pay: FormValues) => {
    const sent = await paying.submit({ id, version: applicationVersion ?? undefined, pay, action: 'submit' })
    if (sent) changed()
  }
  return (
    <section className="centre-card">
      <h2>广告费：{yuan(amount)} 元</h2>
      <p>{words}</p>
      {status === 'submitted' && <p>审核通过后缴费。</p>}
      {state === 'refused' && <p role="status">上次提交的缴费凭证被退回，原因见消息；请核对后重新提交。</p>}
      {state === 'confirmed' && <p>已确认到账，感谢办理。</p>}
      {canPay && <PayAccount account={account} remark={remark} />}
      {canPay && <ReceiptForm known={known} slip={slip} paying={paying} pay={receipt => void pay(receipt)} />}
      {status === 'paying' && <p>缴费凭证已提交，财务确认到账后按期投放。</p>}
      {invoice && (
        <p className="form-actions">
          <span>
            发票 {invoice.number}，{invoice.issuedOn} 开具
          </span>
          <DownloadButton from="GET /cms/adverti/invoice" input={{ id }}>
            下载发票
          </DownloadButton>
        </p>
      )}
    </section>
  )
}
