import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { yuan } from '#lib/money.ts'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import type { OwnFee } from './MyFees.tsx'
import { ReceiptForm } from './ReceiptForm.tsx'

type Account = Output<ApiContract['GET /member/membership']>['payAccount']
type Props = { fee: OwnFee; account: Account; close: () => void; changed: () => void }

/** The fee of a year: to which account, then the slip and what the receipt is to say. */
export function PayFee({ fee, account, close, changed }: Props) {
  const { id, year, amount, version, payer, paidOn, remark } = fee
  const { receiptTitle, receiptCreditCode, receiptEmail } = fee
  const known = { paidOn, payer, receiptTitle, receiptCreditCode, receiptEmail }
  const heading = useRef<HTMLHeadingElement>(null)
  const paying = useSubmit('POST /member/fee/pay')
  useEffect(() => heading.current?.focus(), [])
  const pay = async (receipt: FormValues) => {
    if (!(await paying.submit({ id, version, receipt }))) return
    announce('缴费凭证已提交，财务确认到账后会通知您')
    close()
    changed()
  }
  return (
    <section className="centre-card">
      <h2 ref={heading} tabIndex={-1}>
        缴纳 {year} 年度会费：{yuan(amount)} 元
      </h2>
      <PayAccount account={account} remark={remark} />
      <ReceiptForm known={known} paying={paying} pay={receipt => void pay(receipt)}>
        <Button size="large" onClick={close}>
          取消
        </Button>
      </ReceiptForm>
    </section>
  )
}
