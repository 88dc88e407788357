import { type ReactNode, useEffect, useId, useState } from 'react'
import './choices.css'

export type Choice = {
  value: string
  name: ReactNode
  note?: ReactNode
  /** Why it cannot be chosen now. */
  hindrance?: string | null
  children?: ReactNode
}
type Props = {
  legend: string
  choices: readonly Choice[]
  value: string | undefined
  onChange: (value: string) => void
  /** Stacks the choices vertically, each with room for its details. */
  wide?: boolean
}

/** Radio choices, each with a sentence of explanation. */
export function Choices({ legend, choices, value, onChange, wide }: Props) {
  const id = useId()
  // Marked at once; the address, from which `value` comes, follows a moment later.
  const [picked, pick] = useState(value)
  useEffect(() => pick(value), [value])
  return (
    <fieldset className={wide ? 'choices' : 'choices choices-grid'}>
      <legend>{legend}</legend>
      {choices.map(choice => {
        const told = [choice.note, choice.hindrance].filter(Boolean)
        return (
          <div key={choice.value} className="choice" data-chosen={choice.value === picked || undefined}>
            <label data-disabled={Boolean(choice.hindrance) || undefined}>
              <input
                type="radio"
                name={id}
                checked={choice.value === picked}
                disabled={Boolean(choice.hindrance)}
                aria-describedby={told.length ? `${id}-${choice.value}` : undefined}
                onChange={() => {
                  pick(choice.value)
                  onChange(choice.value)
                }}
              />
              <b>{choice.name}</b>
            </label>
            {told.length > 0 && (
              <p className="choice-note" id={`${id}-${choice.value}`}>
                {choice.note}
                {choice.hindrance && <span className="choice-hindrance">{choice.hindrance}</span>}
              </p>
            )}
            {choice.children}
          </div>
        )
      })}
    </fieldset>
  )
}
