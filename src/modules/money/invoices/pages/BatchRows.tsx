import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { yuan } from '#lib/money.ts'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { type RowState, rowStateNames, rowStates } from '../batchWords.ts'
import '../../receivables/pages/receivables.css'

type Row = Output<ApiContract['GET /staff/invoiceBatch/check']>['rows'][number]
export type Result = Output<ApiContract['POST /staff/invoiceBatch/take']>[number]

const tones: Record<RowState, Tone> = {
  ready: 'good',
  noFile: 'warn',
  noRecord: 'bad',
  several: 'warn',
  double: 'warn',
  already: 'plain',
  wrong: 'bad',
}

/** Each invoice of the list with its file and what it is for; what is wrong stands first. */
export function BatchRows({ rows, results }: { rows: Row[]; results: Result[] | undefined }) {
  const [only, setOnly] = useState<RowState>()
  const count = (state: RowState) => rows.filter(row => row.state === state).length
  const shown = only ? rows.filter(({ state }) => state === only) : rows
  const ordered = [...shown].sort((a, b) => Number(a.state === 'ready') - Number(b.state === 'ready') || a.row - b.row)
  return (
    <>
      <fieldset className="batch-states">
        <legend className="hidden-text">只看</legend>
        {rowStates
          .filter(state => count(state) > 0)
          .map(state => (
            <button
              key={state}
              type="button"
              aria-pressed={only === state}
              onClick={() => setOnly(only === state ? undefined : state)}
            >
              <Tag tone={tones[state]}>
                {rowStateNames[state]} {count(state)}
              </Tag>
            </button>
          ))}
      </fieldset>
      <Table<Row>
        caption="发票清单"
        rows={ordered}
        keyOf={row => row.row}
        columns={[
          {
            name: '发票号码',
            cell: ({ number, row, isRed }) => (
              <>
                {number || `第 ${row} 行`} {isRed && <Tag tone="bad">红字</Tag>}
              </>
            ),
            nowrap: true,
          },
          { name: '抬头', cell: ({ title }) => title },
          {
            name: '金额（元）',
            isFigure: true,
            cell: ({ amount }) => yuan(amount),
          },
          { name: '开票日期', cell: ({ issuedOn }) => issuedOn || '—', nowrap: true },
          { name: '文件', cell: ({ fileName }) => fileName || '—' },
          {
            name: '对应的款项',
            cell: ({ record }) =>
              record ? (
                <Link to={`/staff/receivables/${record.id}`}>
                  {record.payer} {record.about}
                </Link>
              ) : (
                '—'
              ),
          },
          {
            name: '核对',
            cell: ({ row, state, stateName, note }) => {
              const result = results?.find(one => one.row === row)
              if (result) return <Tag tone={result.done ? 'good' : 'bad'}>{result.done ? '已登记' : result.msg}</Tag>
              return (
                <>
                  <Tag tone={tones[state]}>{stateName}</Tag> {note}
                </>
              )
            },
          },
        ]}
      />
    </>
  )
}
