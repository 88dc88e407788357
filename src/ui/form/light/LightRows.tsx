import { useRef, useState } from 'react'
import type { FieldErrors, FieldValue, FormField, FormRow } from '#lib/form/form.ts'
import type { Described } from '../Field.tsx'
import { LightField } from './LightField.tsx'
import './lightRows.css'

type Props = {
  field: FormField
  value: FieldValue | undefined
  onChange: (rows: FormRow[]) => void
  described: Described
  errors: FieldErrors
}

const MAX_ROWS = 200

/** A table to fill in with the browser's own inputs: a card a row, so that it fits on a phone. */
export function LightRows({ field, value, onChange, described, errors }: Props) {
  const { name, label, columns = [], max = MAX_ROWS } = field
  const rows = Array.isArray(value) ? (value as FormRow[]) : []
  const [said, say] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const change = (i: number, column: string, cell: FieldValue) =>
    onChange(rows.map((row, at) => (at === i ? ({ ...row, [column]: cell } as FormRow) : row)))
  const add = () => {
    onChange([...rows, {}])
    say(`已添加第 ${rows.length + 1} 行`)
  }
  const remove = (i: number) => {
    onChange(rows.filter((_, at) => at !== i))
    say(`已删除第 ${i + 1} 行`)
    addButton.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the field names it, a fieldset would need another
    <div
      className="light-rows"
      role="group"
      id={described.id}
      tabIndex={-1}
      aria-labelledby={`${described.id}-label`}
      aria-describedby={described['aria-describedby']}
    >
      {rows.map((row, i) => (
        <section key={i} aria-label={`${label} 第 ${i + 1} 行`}>
          <header>
            <b>第 {i + 1} 行</b>
            <button type="button" onClick={() => remove(i)}>
              删除<span className="hidden-text">第 {i + 1} 行</span>
            </button>
          </header>
          {columns.map(column => {
            const place = `${name}.${i}.${column.name}`
            return (
              <LightField
                key={column.name}
                field={{ ...column, name: place }}
                value={row[column.name]}
                onChange={cell => change(i, column.name, cell)}
                error={errors[place]}
                marks="all"
              />
            )
          })}
        </section>
      ))}
      <button ref={addButton} type="button" className="button" disabled={rows.length >= max} onClick={add}>
        添加一行<span className="hidden-text">{label}</span>
      </button>
      {rows.length >= max && <p>最多 {max} 行</p>}
      <span role="status" className="hidden-text">
        {said}
      </span>
    </div>
  )
}
