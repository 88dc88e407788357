import { useState } from 'react'
import { useOutcome } from '#api/useOutcome.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { SectionProps } from './SectionCard.tsx'

/** The parts of a record: one is open at a time, and what was saved is said. */
export function useSections(
  save: (form: FormValues, version: string | undefined) => Promise<unknown>,
  isLocked = false,
) {
  const [open, setOpen] = useState<string>()
  const { said, done, reload } = useOutcome()
  const cardOf = (section: string): SectionProps => ({
    section,
    isOpen: open === section,
    isLocked: isLocked || open !== undefined,
    setOpen: isOpen => setOpen(isOpen ? section : undefined),
    save: async (form, version) => {
      await save(form, version)
      setOpen(undefined)
      done(`${section}已保存`)
    },
    reload,
  })
  return { cardOf, said, done, reload }
}
