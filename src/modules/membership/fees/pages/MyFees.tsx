import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan, sumAmounts } from '#lib/money.ts'
import { PaperLines, usePaymentPapers } from '#modules/ledger/pages/PaymentPapers.tsx'
import { ReceiptForm } from '#modules/ledger/slips/pages/ReceiptForm.tsx'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import { PayAccount } from '#modules/review/applying/pages/PayAccount.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'

type Own = Output<ApiContract['GET /member/membership']>
export type OwnFee = Own['fees'][number]
type Props = { fees: OwnFee[]; account: Own['payAccount']; changed: () => void }

/** 会费记录: every year's fee, and the way to pay the one that is due. */
export function MyFees({ fees, account, changed }: Props) {
  const [query] = useSearchParams()
  const [paying, pay] = useState<number | undefined>(Number(query.get('fee')) || undefined)
  const papersOf = usePaymentPapers(MEMBER_FEE)
  const chosen = fees.find(({ id, canPay }) => id === paying && canPay)
  const columns: TableColumn<OwnFee>[] = [
    { name: '年度', cell: ({ year }) => year, nowrap: true },
    { name: '级别', cell: ({ levelName }) => levelName },
    {
      name: '金额（元）',
      cell: ({ amount, received, canPay, adjustReason }) =>
        formatYuan(amount) +
        (adjustReason && `（${adjustReason}）`) +
        (canPay && received > 0 ? `，已到账 ${formatYuan(received)}` : ''),
    },
    { name: '状态', cell: ({ stateName, returnReason }) => stateName + (returnReason && `：${returnReason}`) },
    { name: '期限', cell: ({ dueOn, canPay }) => (canPay && dueOn) || '—', nowrap: true },
    { name: '汇款日期', cell: ({ paidOn }) => paidOn ?? '—', nowrap: true },
    {
      name: '票据',
      cell: ({ id }) => {
        const papers = papersOf(id)
        return papers.length > 0 ? <PaperLines papers={papers} /> : '—'
      },
    },
    {
      name: '办理',
      cell: ({ id, year, state, canPay }) => (
        <span className="acts">
          {canPay && (
            <Button onClick={() => pay(id)}>
              缴费<span className="hidden-text">：{year} 年度</span>
            </Button>
          )}
          {canPay && (
            <DownloadButton from="POST /member/download" input={{ type: 'feeNotice', feeId: id }}>
              缴费通知
            </DownloadButton>
          )}
          {state === 'confirmed' && (
            <DownloadButton from="POST /member/download" input={{ type: 'receipt', feeId: id }}>
              确认单
            </DownloadButton>
          )}
          {!canPay && state !== 'confirmed' && '—'}
        </span>
      ),
    },
  ]
  return (
    <>
      <section className="centre-card">
        <h2>会费记录</h2>
        <Table caption="会费记录" columns={columns} rows={fees} />
        {fees.some(({ hasReceipt }) => hasReceipt) && (
          <p>
            协会开具的票据在<Link to="/admin/user/invoices">我的票据</Link>中下载。
          </p>
        )}
      </section>
      {chosen && (
        <PayFee key={chosen.id} fee={chosen} account={account} close={() => pay(undefined)} changed={changed} />
      )}
    </>
  )
}

type Account = Output<ApiContract['GET /member/membership']>['payAccount']
type PayFeeProps = { fee: OwnFee; account: Account; close: () => void; changed: () => void }

/** The fee of a year: to which account, then the slip and what the receipt is to say. */
function PayFee({ fee, account, close, changed }: PayFeeProps) {
  const { id, year, amount, received, version, payer, paidOn, remark } = fee
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
        缴纳 {year} 年度会费：{formatYuan(sumAmounts([amount, -received]))} 元
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
