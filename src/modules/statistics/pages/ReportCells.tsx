import { Input } from 'antd'
import type { ClipboardEvent } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { readTable } from '#ui/form/pasted.ts'
import { formatNumber } from '../checks.ts'
import { MAX_EXPLANATION } from '../statisticsWords.ts'
import './statistics.css'

export type Grid = Output<ApiContract['GET /member/statistics/report']>
type Fault = Grid['faults'][number]

const shown = (value: number | null) => (value === null ? '—' : formatNumber(value))

type Props = {
  of: Grid
  faults: readonly Fault[]
  /** What is typed; absent: the report is only read. */
  typed?: Record<string, string>
  explanations: Record<string, string>
  errors?: Record<string, string>
  onTyped?: (typed: Record<string, string>) => void
  onExplained?: (explanations: Record<string, string>) => void
}

/** The cells of a report beside the period before and the year before, each with what it breaks and how that is explained. */
export function ReportCells({ of, faults, typed, explanations, errors = {}, onTyped, onExplained }: Props) {
  /** A column of a spreadsheet fills the cells from here on downwards; what it has beyond the last is left. */
  const paste = (event: ClipboardEvent, from: number) => {
    const lines = readTable(event.clipboardData.getData('text'))
    if (!lines || !typed) return
    event.preventDefault()
    const pasted = { ...typed }
    for (const [i, { code }] of of.cells.slice(from, from + lines.length).entries()) pasted[code] = lines[i]![0] ?? ''
    onTyped?.(pasted)
  }
  return (
    <table className="statistics-grid">
      <caption className="hidden-text">{`${of.formName} ${of.periodName}`}</caption>
      <thead>
        <tr>
          <th scope="col">指标</th>
          <th scope="col">单位</th>
          <th scope="col">本期</th>
          <th scope="col">上期</th>
          <th scope="col">去年同期</th>
        </tr>
      </thead>
      <tbody>
        {of.cells.map(({ code, name, unit, definition, isRequired, value, prev, year, remark }, i) => {
          const error = errors[code]
          const own = faults.filter(fault => fault.code === code)
          const id = `cell-${code}`
          return (
            <tr key={code}>
              <th scope="row">
                <label htmlFor={id}>
                  {name}
                  {isRequired && typed && <span className="statistics-required">（必填）</span>}
                </label>
                <p className="statistics-note">{definition}</p>
              </th>
              <td>{unit}</td>
              <td className="statistics-value">
                {typed ? (
                  <Input
                    id={id}
                    inputMode="decimal"
                    value={typed[code] ?? ''}
                    maxLength={40}
                    status={error ? 'error' : ''}
                    aria-invalid={Boolean(error)}
                    aria-describedby={`${id}-about`}
                    onChange={event => onTyped?.({ ...typed, [code]: event.target.value })}
                    onPaste={event => paste(event, i)}
                  />
                ) : (
                  <span id={id}>{shown(value)}</span>
                )}
                <div id={`${id}-about`}>
                  {remark && <p className="field-error">协会要求更正：{remark}</p>}
                  {error && <p className="field-error">{error}</p>}
                  {own.map(fault => (
                    <FaultNote
                      key={fault.key}
                      fault={fault}
                      said={explanations[fault.key] ?? ''}
                      error={errors[`explanations.${fault.key}`]}
                      explain={onExplained && (said => onExplained({ ...explanations, [fault.key]: said }))}
                    />
                  ))}
                </div>
              </td>
              <td className="statistics-value">{shown(prev)}</td>
              <td className="statistics-value">{shown(year)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type NoteProps = {
  fault: Fault
  said: string
  error?: string | undefined
  explain?: ((said: string) => void) | undefined
}

function FaultNote({ fault: { key, message, isStrict }, said, error, explain }: NoteProps) {
  const id = `explain-${key}`
  if (isStrict) return <p className="field-error">{message}</p>
  return (
    <div className="statistics-fault">
      <label htmlFor={id}>{message}</label>
      {explain ? (
        <Input
          id={id}
          value={said}
          maxLength={MAX_EXPLANATION}
          placeholder="属实的请说明原因"
          status={error ? 'error' : ''}
          onChange={event => explain(event.target.value)}
        />
      ) : (
        <p>{said ? `单位说明：${said}` : '没有说明'}</p>
      )}
    </div>
  )
}
