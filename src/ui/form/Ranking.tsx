import { useState } from 'react'
import { type FieldValue, type FormField, offeredOptions } from '#lib/form/form.ts'
import { Icon } from '../Icon.tsx'
import type { Described } from './Field.tsx'
import './ranking.css'

type Props = {
  field: FormField
  value: FieldValue | undefined
  onChange: (value: string[]) => void
  described: Described
}

/** Puts options in order: pressed one after the other, then moved up or taken out again. Works by touch and by keys alone. */
export function Ranking({ field, value, onChange, described }: Props) {
  const [said, say] = useState('')
  const ranked = Array.isArray(value) ? (value as string[]) : []
  const options = offeredOptions(field.options ?? [], ranked)
  const nameOf = (code: string) => options.find(option => option.code === code)?.name ?? code
  const left = options.filter(({ code }) => !ranked.includes(code))
  const isFull = ranked.length >= (field.max ?? Infinity)
  const change = (next: string[], words: string) => {
    onChange(next)
    say(words)
  }
  const moveUp = (i: number) => {
    const next = [...ranked]
    next.splice(i - 1, 0, ...next.splice(i, 1))
    change(next, `${nameOf(ranked[i]!)} 现在是第 ${i} 位`)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the label of the field names it, a fieldset would need another
    <div
      className="ranking"
      role="group"
      id={described.id}
      tabIndex={-1}
      aria-labelledby={`${described.id}-label`}
      aria-describedby={described['aria-describedby']}
    >
      {ranked.length > 0 && (
        <ol className="ranking-order">
          {ranked.map((code, i) => (
            <li key={code}>
              <span>
                {i + 1}. {nameOf(code)}
              </span>
              <button type="button" disabled={i === 0} aria-label={`上移 ${nameOf(code)}`} onClick={() => moveUp(i)}>
                <Icon name="up" size={18} />
              </button>
              <button
                type="button"
                aria-label={`取消 ${nameOf(code)}`}
                onClick={() =>
                  change(
                    ranked.filter(one => one !== code),
                    `${nameOf(code)} 不再排序`,
                  )
                }
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ol>
      )}
      {left.length > 0 && !isFull && (
        <>
          <p className="ranking-next">点选第 {ranked.length + 1} 位：</p>
          <ul className="ranking-left" role="list">
            {left.map(({ code, name }) => (
              <li key={code}>
                <button
                  type="button"
                  onClick={() => change([...ranked, code], `${name} 排在第 ${ranked.length + 1} 位`)}
                >
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <span role="status" className="hidden-text">
        {said}
      </span>
    </div>
  )
}
