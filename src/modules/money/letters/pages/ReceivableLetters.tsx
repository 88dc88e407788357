import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { formatYuan } from '#lib/money.ts'
import { StateTag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { letterTones } from './letterViews.ts'
import { PrintLetters } from './PrintLetters.tsx'

type Of = Output<ApiContract['GET /staff/receivable/detail']>

/** Letters that name a receivable, and printing another. */
export function ReceivableLetters({ of, reload }: { of: Of; reload: () => void }) {
  const isDue = of.state === 'due' && of.open > 0
  if (!isDue && of.letters.length === 0) return null
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>催缴函件</h2>
        {isDue && (
          <PrintLetters
            which={{ ids: String(of.id) }}
            whose="这笔款项"
            usual={of.daysLate ? 'reminder' : 'notice'}
            done={reload}
          />
        )}
      </div>
      {of.letters.length === 0 ? (
        <p>还没有寄过信。</p>
      ) : (
        <Table
          caption="这笔款项的函件"
          rows={of.letters}
          columns={[
            { name: '编号', nowrap: true, cell: ({ id, number }) => <Link to={`/staff/letters/${id}`}>{number}</Link> },
            { name: '函件', nowrap: true, cell: ({ kindName }) => kindName },
            { name: '信中合计（元）', isFigure: true, cell: ({ total }) => formatYuan(total) },
            { name: '打印', nowrap: true, cell: ({ printedTime }) => printedTime },
            {
              name: '寄发',
              cell: ({ dispatchedOn, dispatchNote }) => [dispatchedOn, dispatchNote].filter(Boolean).join('，') || '—',
            },
            { name: '状态', nowrap: true, cell: one => <StateTag of={one} tones={letterTones} /> },
          ]}
        />
      )}
    </section>
  )
}
