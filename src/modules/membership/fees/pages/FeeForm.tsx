import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { ReceiptForm } from '#modules/ledger/slips/pages/ReceiptForm.tsx'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'

type Apply2 = Output<ApiContract['GET /member/getApply2']>
type Props = { apply: Apply2; fee: NonNullable<Apply2['fee']>; done: () => void }

/** 会费: what is owed and to which account; then the slip and what the receipt is to say. */
export function FeeForm({ apply, fee, done }: Props) {
  const { slip, ...known } = fee.receipt
  const paying = useSubmit('POST /member/apply2Submit')
  const applyId = apply.applyId!
  const pay = async (receipt: FormValues) => {
    if (await paying.submit({ applyId, version: apply.version ?? undefined, receipt, action: 'submit' })) done()
  }
  return (
    <section className="centre-card">
      <h2>
        {fee.year} 年度会费：{formatYuan(fee.amount)} 元（{fee.levelName}）
      </h2>
      <FeeAccount fee={fee} applyId={applyId} />
      {apply.status === 'unpaid' && (
        <ReceiptForm known={known} slip={slip} paying={paying} pay={receipt => void pay(receipt)} />
      )}
      {apply.status === 'paying' && <p>缴费凭证已提交，财务确认到账后即完成入会。</p>}
    </section>
  )
}

const FeeAccount = ({ fee: { account, remark, state }, applyId: id }: Pick<Props, 'fee'> & { applyId: number }) => (
  <>
    {state === 'refused' && <p role="status">上次提交的缴费凭证被退回，原因见消息；请核对后重新提交。</p>}
    {state !== 'confirmed' && <PayAccount account={account} remark={remark} />}
    <p className="form-actions">
      <DownloadButton
        from="POST /member/download"
        input={{ type: state === 'confirmed' ? 'receipt' : 'feeNotice', id }}
      >
        {state === 'confirmed' ? '下载会费缴纳确认单' : '下载缴费通知'}
      </DownloadButton>
    </p>
  </>
)
