import { Button, Checkbox, Input } from 'antd'
import type { KeyboardEvent } from 'react'
import { readTable } from '#ui/form/pasted.ts'
import { type Round, readScore, roundNames } from '../passing.ts'
import type { ScoreRow } from './resultViews.ts'
import type { ScoreColumn } from './scorePasting.ts'
import { type Scoring, storedOf } from './scoring.ts'

type Part = 'theory' | 'practice' | 'absent'
type Props = {
  row: ScoreRow
  round: Round
  part: Part
  scoring: Scoring
  save: () => Promise<void>
  /** Fills rows from this cell on with a table of the clipboard. */
  paste: (row: ScoreRow, part: ScoreColumn, table: string[][]) => void
}

const names = { theory: '理论', practice: '实操' }

/** Input for one score. Enter and the arrow keys move within the column, Ctrl+S saves, a column of Excel fills its rows. */
export function ScoreCell({ row, round, part, scoring, save, paste }: Props) {
  const cells = scoring.cellsOf(row, round)
  if (part === 'absent') return <AbsentCell row={row} round={round} scoring={scoring} />
  const typed = cells[part]
  const read = readScore(typed)
  const fault = 'error' in read ? read.error : scoring.fields[`${row.id}.${part}`]
  return (
    <>
      <Input
        className="score-input"
        size="small"
        data-column={part}
        aria-label={`${row.name} ${roundNames[round]}${names[part]}成绩`}
        aria-invalid={fault ? true : undefined}
        status={fault ? 'error' : undefined}
        title={row.lock || undefined}
        value={typed}
        readOnly={row.lock !== ''}
        disabled={cells.isAbsent}
        maxLength={8}
        inputMode="decimal"
        autoComplete="off"
        onChange={event => scoring.type(row, round, { [part]: event.target.value })}
        onFocus={event => event.target.select()}
        onKeyDown={event => move(event, save)}
        onPaste={event => {
          const table = readTable(event.clipboardData.getData('text/plain'))
          if (!table) return
          event.preventDefault()
          paste(row, part, table)
        }}
      />
      {fault && <small className="field-error">{fault}</small>}
    </>
  )
}

function move(event: KeyboardEvent<HTMLInputElement>, save: () => Promise<void>) {
  if ((event.ctrlKey || event.metaKey) && event.key === 's') {
    event.preventDefault()
    return void save()
  }
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const { column } = event.currentTarget.dataset
  const all = [...document.querySelectorAll<HTMLInputElement>(`.score-input[data-column=${column}]`)]
  all[all.indexOf(event.currentTarget) + step]?.focus()
}

/** Also shows errors of the row as a whole. */
function AbsentCell({ row, round, scoring }: Omit<Props, 'part' | 'save' | 'paste'>) {
  const { isAbsent } = scoring.cellsOf(row, round)
  const fault = scoring.fields[row.id]
  const stored = storedOf(row, round)
  const isOvertaken = fault && scoring.isTyped(row, round) && scoring.cellsOf(row, round).seen !== stored.seen
  return (
    <>
      <Checkbox
        aria-label={`${row.name} ${roundNames[round]}缺考`}
        checked={isAbsent}
        disabled={row.lock !== ''}
        onChange={event =>
          scoring.type(row, round, {
            isAbsent: event.target.checked,
            ...(event.target.checked && { theory: '', practice: '' }),
          })
        }
      />
      {fault && (
        <small className="field-error" role="alert">
          {fault}
        </small>
      )}
      {isOvertaken && (
        <span className="score-choice">
          <Button size="small" onClick={() => scoring.type(row, round, { seen: stored.seen })}>
            仍用我填的
          </Button>
          <Button size="small" onClick={() => scoring.forget(round, [row.id])}>
            用已有的
          </Button>
        </span>
      )}
    </>
  )
}
