import { createContext, useState } from 'react'
import type { FieldErrors } from '#lib/form/form.ts'
import { isIncomplete, type SectionProgress } from './formProgress.ts'

export type OpenSections = ReturnType<typeof useOpenSections>

/** The sections of the form around; null where they do not fold. */
export const SectionsAround = createContext<OpenSections | null>(null)

/**
 * State of the open sections of a form: at first the one where a required field is missing, then the one being edited.
 * Once that is complete, the next incomplete one opens as well, unless the user reopened a finished section. An error
 * opens its section.
 */
export function useOpenSections(parts: readonly SectionProgress[], errors: FieldErrors) {
  const [isWhole, setWhole] = useState(false)
  const [{ current, leadsOn }, setCurrent] = useState(() => ({
    current: parts.find(isIncomplete)?.name,
    leadsOn: true,
  }))
  const [told, setTold] = useState<FieldErrors>()
  const faultsIn = ({ fields }: SectionProgress) =>
    Object.keys(errors).filter(name => fields.includes(name.split('.')[0]!)).length
  const open = (name: string | undefined) =>
    setCurrent({ current: name, leadsOn: parts.some(part => part.name === name && isIncomplete(part)) })
  if (errors !== told) {
    setTold(errors)
    const wrong = parts.find(faultsIn)
    if (wrong) open(wrong.name)
  }
  const at = parts.findIndex(({ name }) => name === current)
  const isDone = leadsOn && at >= 0 && !isIncomplete(parts[at]!)
  const following = isDone ? parts.slice(at + 1).find(isIncomplete)?.name : undefined
  return {
    isWhole,
    setWhole,
    open,
    of(name: string) {
      const place = parts.findIndex(part => part.name === name)
      const part = parts[place]
      return (
        part && {
          ...part,
          faults: faultsIn(part),
          isOpen: isWhole || name === current || name === following,
          /** The section whose editing folds the others. */
          isCurrent: name === current,
          next: parts[place + 1],
        }
      )
    },
  }
}
