import { Button, Checkbox, Input } from 'antd'
import { type KeyboardEvent, useId, useState } from 'react'
import type { Size } from './tableTools.ts'

/** Maximum size of a new table, as much as fits on a page; more rows can be added one by one. */
const MAX_TABLE_SIZE = { rows: 50, columns: 12 }

type Props = { onDone: (size: Size) => void; onCancel: () => void }

export function TablePanel({ onDone, onCancel }: Props) {
  const [rows, setRows] = useState('3')
  const [columns, setColumns] = useState('3')
  const [hasHead, setHead] = useState(true)
  const [errors, setErrors] = useState<string[]>([])
  const done = () => {
    const wrong = [check('行数', rows, MAX_TABLE_SIZE.rows), check('列数', columns, MAX_TABLE_SIZE.columns)].filter(
      one => one !== undefined,
    )
    setErrors(wrong)
    if (wrong.length === 0) onDone({ rows: Number(rows), columns: Number(columns), hasHead })
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    if (event.key !== 'Enter') return
    // The editor stands in a form, which this must not hand in.
    event.preventDefault()
    done()
  }
  return (
    <div className="rich-panel">
      <Count label="行数" value={rows} most={MAX_TABLE_SIZE.rows} onChange={setRows} onKeys={keys} autoFocus />
      <Count label="列数" value={columns} most={MAX_TABLE_SIZE.columns} onChange={setColumns} onKeys={keys} />
      <Checkbox checked={hasHead} onChange={event => setHead(event.target.checked)} onKeyDown={keys}>
        首行是表头
      </Checkbox>
      <Button type="primary" onClick={done}>
        插入
      </Button>
      <Button onClick={onCancel}>取消</Button>
      {errors.length > 0 && (
        <p role="alert" className="rich-error">
          {errors.join('；')}
        </p>
      )}
    </div>
  )
}

type CountProps = {
  label: string
  value: string
  most: number
  onChange: (text: string) => void
  onKeys: (event: KeyboardEvent) => void
  autoFocus?: boolean
}

function Count({ label, value, most, onChange, onKeys, autoFocus = false }: CountProps) {
  const field = useId()
  const wrong = check(label, value, most) !== undefined
  return (
    <label htmlFor={field} className="rich-count">
      <span>{label}</span>
      <Input
        id={field}
        autoFocus={autoFocus}
        inputMode="numeric"
        value={value}
        aria-invalid={wrong || undefined}
        onChange={event => onChange(event.target.value)}
        onKeyDown={onKeys}
      />
    </label>
  )
}

const check = (what: string, text: string, most: number) =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most ? undefined : `${what}请填写 1 至 ${most} 的整数`
