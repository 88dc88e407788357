import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { yuan } from '#lib/money.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { PayFee } from './PayFee.tsx'

type Own = Output<ApiContract['GET /member/membership']>
export type OwnFee = Own['fees'][number]
type Props = { fees: OwnFee[]; account: Own['payAccount']; changed: () => void }

/** 会费记录: every year's fee, and the way to pay the one that is due. */
export function MyFees({ fees, account, changed }: Props) {
  const [query] = useSearchParams()
  const [paying, pay] = useState<number | undefined>(Number(query.get('fee')) || undefined)
  const chosen = fees.find(({ id, canPay }) => id === paying && canPay)
  const columns: TableColumn<OwnFee>[] = [
    { name: '年度', cell: ({ year }) => year, nowrap: true },
    { name: '级别', cell: ({ levelName }) => levelName },
    {
      name: '金额（元）',
      cell: ({ amount, adjustReason }) => yuan(amount) + (adjustReason && `（${adjustReason}）`),
    },
    { name: '状态', cell: ({ stateName, returnReason }) => stateName + (returnReason && `：${returnReason}`) },
    { name: '期限', cell: ({ dueOn, canPay }) => (canPay && dueOn) || '—', nowrap: true },
    { name: '汇款日期', cell: ({ paidOn }) => paidOn ?? '—', nowrap: true },
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
