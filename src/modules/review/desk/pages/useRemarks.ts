import { useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { useTabStorage } from '#ui/form/useTabStorage.ts'
import type { Case } from './caseDecisions.ts'

/** Draft of a decision: the opinion, and the remarks at single fields and files. */
type Draft = { opinion: string; remarks: Record<string, string> }
const EMPTY: Draft = { opinion: '', remarks: {} }

export type RemarkDrafts = ReturnType<typeof useRemarks>

/** Drafts are stored per round, since remarks on an earlier version of the form do not apply to the next one. */
export function useRemarks({ id, revision }: Case) {
  const { value, keep, clear } = useTabStorage(`case-remarks-${id}-${revision}`, EMPTY)
  const { data } = useApi('GET /staff/review/reasons', { id })
  const [isChecked, setChecked] = useState(false)
  return {
    /** Suggested reasons to choose from. */
    reasons: data,
    opinion: value.opinion,
    setOpinion: (opinion: string) => keep({ ...value, opinion }),
    /** Undefined: nothing is asked of it. */
    textOf: (name: string): string | undefined => value.remarks[name],
    write: (name: string, text: string) => keep({ ...value, remarks: { ...value.remarks, [name]: text } }),
    drop: (name: string) => {
      const { [name]: _, ...remarks } = value.remarks
      keep({ ...value, remarks })
    },
    /** A ticked but empty remark is an error once the user has tried to submit. */
    errorOf: (name: string) => (isChecked && value.remarks[name]?.trim() === '' ? '请写明要求，或取消勾选' : undefined),
    check: () => setChecked(true),
    clear,
  }
}

/** Returns the remarks for submission, in the order of the form. */
export const remarksOf = ({ form, materials }: Case, { textOf }: RemarkDrafts) =>
  [
    ...form.map(({ field, label }) => ({ field, slot: undefined, label, text: textOf(field) })),
    ...materials.map(({ slot, name }) => ({ field: undefined, slot, label: name, text: textOf(slotRemark(slot)) })),
  ].flatMap(remark => (remark.text === undefined ? [] : { ...remark, text: remark.text }))

/** A file's place among the remarks, where fields go by their names. */
export const slotRemark = (slot: string) => `file.${slot}`
export const remarkId = (name: string) => `remark-${name}`

/** Checks that each remark has a text; otherwise shows the error and focuses the first empty one. */
export function checkRemarks(of: Case, remarking: RemarkDrafts): boolean {
  const blank = remarksOf(of, remarking).find(({ text }) => !text.trim())
  if (!blank) return true
  remarking.check()
  document.getElementById(remarkId(blank.field ?? slotRemark(blank.slot!)))?.focus()
  return false
}
