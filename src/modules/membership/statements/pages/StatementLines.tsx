import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { saveFile } from '#api/file.ts'
import type { Answer } from '#api/useApi.ts'
import { yuan } from '#lib/money.ts'
import type { Page } from '#lib/paging.ts'
import { lineStateNames } from '#modules/membership/fees/feeWords.ts'
import { type Line, lineTones } from '#modules/membership/fees/pages/feeViews.ts'
import { goToRow } from '#ui/keys/useRowKeys.ts'
import { Tag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useTakenOut } from '#ui/table/useTakenOut.ts'
import { withQuery } from '#ui/table/withQuery.ts'
import { Said } from '#ui/told/Said.tsx'
import { LineDialog } from './LineDialogs.tsx'
import { LineDrawer } from './LineDrawer.tsx'
import { LineKeys } from './LineKeys.tsx'
import { type Asked, certainOf, fittingOf } from './lines.ts'
import type { StatementFilters } from './StaffStatement.tsx'
import { useAccepting } from './useAccepting.ts'
import './statementLines.css'

const states = Object.entries(lineStateNames).map(([code, name]) => ({ code, name }))

type Props = { answer: Answer<Page<Line>>; filter: StatementFilters; changed: () => void }

/** Every payment on one line, with what it seems to be for: Enter accepts what is certain and goes to the next. */
export function StatementLines({ answer, filter, changed }: Props) {
  const [query] = useSearchParams()
  const [dialog, setDialog] = useState<{ line: Line; asked: Asked }>()
  const { told, accept, forget, last } = useAccepting(changed)
  const lines = answer.data?.list ?? []
  const opened = lines.find(({ id }) => String(id) === query.get('line'))
  const close = useTakenOut('line')
  const goOn = ({ id }: Line) => {
    const rest = lines.slice(lines.findIndex(line => line.id === id) + 1)
    const next = rest.find(line => line.state === 'open' && told.get(line.id)?.state !== 'done')
    if (next) goToRow(next.id)
  }
  const stateOf = (line: Line) => (line.state === 'open' ? told.get(line.id) : undefined)
  return (
    <>
      <Said>{last}</Said>
      <div className="bank-lines">
        <DataTable<Line>
          caption="流水明细"
          answer={answer}
          unit="笔"
          empty={{ title: '这份流水没有收入' }}
          filters={[
            { name: 'state', label: '状态', options: states },
            { name: 'certain', label: '把握', options: [{ code: '1', name: '有把握的' }] },
            { name: 'words', label: '付款人、附言、金额', kind: 'text' },
          ]}
          save={() => saveFile('GET /staff/statement/export', filter)}
          columns={[
            {
              name: '付款人',
              cell: line => (
                <Link
                  to={withQuery(query, 'line', line.id)}
                  preventScrollReset
                  onKeyDown={event => {
                    const owed = certainOf(line)
                    if (event.key !== 'Enter' || !owed) return
                    event.preventDefault()
                    accept(line, owed)
                    goOn(line)
                  }}
                >
                  {line.payer || '（没有户名）'}
                </Link>
              ),
            },
            { name: '日期', cell: ({ paidOn }) => paidOn, nowrap: true },
            {
              name: '金额（元）',
              isFigure: true,
              cell: ({ amount }) => yuan(amount),
            },
            {
              name: '摘要附言',
              cell: ({ remark, note }) => [remark, note && `备注：${note}`].filter(Boolean).join('　') || '—',
            },
            { name: '对应的款项', cell: line => <Match line={line} /> },
            {
              name: '状态',
              cell: line => {
                const said = stateOf(line)
                if (said?.state === 'failed') return <span className="bank-problem">{said.text}</span>
                return <Tag tone={lineTones[line.state]}>{said ? said.text.split(' ')[0] : line.stateName}</Tag>
              },
              nowrap: true,
            },
            {
              name: '操作',
              cell: line => {
                const owed = stateOf(line)?.state === 'failed' || !stateOf(line) ? fittingOf(line) : null
                return (
                  owed && (
                    <Button
                      size="small"
                      aria-label={`入账：第 ${line.row} 行 ${line.payer}`}
                      onClick={() => accept(line, owed)}
                    >
                      入账
                    </Button>
                  )
                )
              },
              nowrap: true,
            },
          ]}
        />
      </div>
      <LineKeys lines={lines} ask={(line, asked) => setDialog({ line, asked })} />
      <LineDrawer
        line={opened}
        told={opened && told.get(opened.id)}
        close={close}
        accept={owed => opened && accept(opened, owed)}
        ask={asked => opened && setDialog({ line: opened, asked })}
        changed={changed}
      />
      {dialog && (
        <LineDialog
          {...dialog}
          close={() => setDialog(undefined)}
          changed={() => {
            forget(dialog.line.id)
            changed()
          }}
        />
      )}
    </>
  )
}

/** What it paid, or seems to pay, on one line; why stands in the drawer in full. */
function Match({ line: { paid, proposal, state } }: { line: Line }) {
  const shown = paid ?? proposal
  if (!shown) return <span className="bank-why">{state === 'open' ? '没有找到相近的款项' : '—'}</span>
  const why = proposal && [proposal.problem, proposal.reason].filter(Boolean).join('；')
  const text = [`${shown.name} ${shown.about}`, why].filter(Boolean).join('：')
  return (
    <span title={text}>
      {proposal && <Tag tone={proposal.certain ? 'good' : 'warn'}>{proposal.certain ? '有把握' : '须核对'}</Tag>}{' '}
      <Tag tone="water">{shown.kindName}</Tag> {text}
    </span>
  )
}
