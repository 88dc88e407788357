import type { ReactNode } from 'react'
import { fieldId } from './Field.tsx'
import { goToField } from './goToField.ts'

type Props = {
  name: string
  /** Links to the heading of its section rather than to the field. */
  part?: boolean
  children: ReactNode
}

/** Leads to a field of this page, without changing the address; to one that is not on it, nowhere. */
export const FieldLink = ({ name, part, children }: Props) => (
  <a
    href={`#${fieldId(name)}`}
    onClick={event => {
      event.preventDefault()
      goToField(name, { part })
    }}
  >
    {children}
  </a>
)
