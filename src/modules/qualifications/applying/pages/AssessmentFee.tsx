import { useSubmit } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { yuan } from '#lib/money.ts'
import { ReceiptForm } from '#modules/membership/fees/pages/ReceiptForm.tsx'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import type { Apply2 } from './MyQualificationMaterials.tsx'

type Props = { apply: Apply2['apply']; fee: NonNullable<Apply2['fee']>; changed: () => void }

/** 评审费: what is owed and to which account; then the slip and what the receipt is to say. */
export function AssessmentFee({ apply: { id, version, status, levelName }, fee, changed }: Props) {
  const { amount, state, account, remark } = fee
  const { slip, ...known } = fee.receipt
  const paying = useSubmit('POST /qualification/apply2Submit')
  const pay = async (pay: FormValues) => {
    if (await paying.submit({ id, version, pay, action: 'submit' })) changed()
  }
  return (
    <section className="centre-card">
      <h2>
        评审费：{yuan(amount)} 元{levelName && `（${levelName}）`}
      </h2>
      {state === 'refused' && <p role="status">上次提交的缴费凭证被退回，原因见消息；请核对后重新提交。</p>}
      {state === 'confirmed' && <p>已确认到账，感谢办理。</p>}
      {state !== 'confirmed' && <PayAccount account={account} remark={remark} />}
      {state !== 'confirmed' && (
        <p className="form-actions">
          <DownloadButton from="POST /qualification/download" input={{ type: 'payNotice', id }}>
            下载缴费通知
          </DownloadButton>
        </p>
      )}
      {status === 'unpaid' && (
        <ReceiptForm known={known} slip={slip} paying={paying} pay={receipt => void pay(receipt)} />
      )}
      {status === 'paying' && <p>缴费凭证已提交，财务确认到账后进入下一环节。</p>}
    </section>
  )
}
