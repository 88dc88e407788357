import { createContext, useState } from 'react'
import type { FieldErrors } from '#lib/form/form.ts'
import { isMissing, type Part } from './formProgress.ts'

export type OpenSections = ReturnType<typeof useOpenSections>

/** The sections of the form around; null where they do not fold. */
export const SectionsAround = createContext<OpenSections | null>(null)

/**
 * Which sections of a form stand open: at first the one where something is missing, then the one that is worked in. As soon
 * as that has all it must have, the next where something is missing opens below it; not so where somebody looks once more
 * at one that was finished. What is wrong opens the section where it stands.
 */
export function useOpenSections(parts: readonly Part[], errors: FieldErrors) {
  const [isWhole, setWhole] = useState(false)
  const [{ current, leadsOn }, setCurrent] = useState(() => ({ current: parts.find(isMissing)?.name, leadsOn: true }))
  const [told, setTold] = useState<FieldErrors>()
  const faultsIn = ({ fields }: Part) => Object.keys(errors).filter(name => fields.includes(name.split('.')[0]!)).length
  const open = (name: string | undefined) =>
    setCurrent({ current: name, leadsOn: parts.some(part => part.name === name && isMissing(part)) })
  if (errors !== told) {
    setTold(errors)
    const wrong = parts.find(faultsIn)
    if (wrong) open(wrong.name)
  }
  const at = parts.findIndex(({ name }) => name === current)
  const isDone = leadsOn && at >= 0 && !isMissing(parts[at]!)
  const following = isDone ? parts.slice(at + 1).find(isMissing)?.name : undefined
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
          /** After which others fold when it is worked in. */
          isCurrent: name === current,
          next: parts[place + 1],
        }
      )
    },
  }
}
