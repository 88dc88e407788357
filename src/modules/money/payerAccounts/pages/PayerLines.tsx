import { Link } from 'react-router'
import type { Answer } from '#api/useApi.ts'
import { formatYuan } from '#lib/money.ts'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { FigureLine } from '#ui/media/FigureLine.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { PayerAccount } from '../contract.ts'
import './payerLines.css'

type Props = {
  answer: Answer<PayerAccount>
  save: () => Promise<unknown>
  /** Where a receivable is shown to who reads this. */
  routeOf?: (receivableId: number) => string
}

const amountOf = (amount: number | null) => (amount === null ? '—' : formatYuan(amount))

/** The account of a payer: what was owed and what came, day by day, with the balance after each. */
export function PayerLines({ answer, save, routeOf }: Props) {
  const of = answer.data
  return (
    <div className="payer-lines">
      {of && (
        <FigureLine
          figures={[
            { name: '现在未缴（元）', value: formatYuan(of.open) },
            { name: '现在多付（元）', value: formatYuan(of.credit) },
            { name: '期初余额（元）', value: formatYuan(of.opening) },
            { name: '本期应收（元）', value: formatYuan(of.owed) },
            { name: '本期实收（元）', value: formatYuan(of.received) },
            { name: '期末余额（元）', value: formatYuan(of.closing), note: saysOf(of.closing) },
          ]}
        />
      )}
      <DataTable
        caption="往来明细"
        answer={{ ...answer, data: of?.lines }}
        keyOf={({ key }) => key}
        filters={[
          { name: 'from', label: '从', kind: 'day' },
          { name: 'to', label: '到', kind: 'day' },
        ]}
        actions={<SaveButton save={save}>下载对账单（PDF）</SaveButton>}
        empty={{ title: '这段时间没有往来' }}
        columns={[
          { name: '日期', nowrap: true, cell: ({ day }) => day },
          {
            name: '摘要',
            cell: ({ about, receivableId }) =>
              routeOf && receivableId !== null ? <Link to={routeOf(receivableId)}>{about}</Link> : about,
          },
          { name: '应收（元）', isFigure: true, cell: ({ owed }) => amountOf(owed) },
          { name: '实收（元）', isFigure: true, cell: ({ received }) => amountOf(received) },
          { name: '余额（元）', isFigure: true, cell: ({ balance }) => formatYuan(balance) },
        ]}
      />
    </div>
  )
}

const saysOf = (balance: number) => (balance > 0 ? '尚欠协会' : balance < 0 ? '多付' : '已结清')
