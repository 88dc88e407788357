import { useApi } from '#api/useApi.ts'
import { useKept } from '#ui/form/useKept.ts'
import type { Case } from './desking.ts'

/** What is being written about a case: the opinion, and what is asked for at single fields and files. */
type Draft = { opinion: string; remarks: Record<string, string> }
const EMPTY: Draft = { opinion: '', remarks: {} }

export type Remarking = ReturnType<typeof useRemarks>

/** By the round: what was written about the form before it was mended is no draft for the next one. */
export function useRemarks({ id, revision }: Case) {
  const { value, keep, clear } = useKept(`case-remarks-${id}-${revision}`, EMPTY)
  const { data } = useApi('GET /staff/review/reasons', {})
  return {
    reasons: data?.remark,
    opinion: value.opinion,
    setOpinion: (opinion: string) => keep({ ...value, opinion }),
    /** Undefined: nothing is asked of it. */
    textOf: (name: string): string | undefined => value.remarks[name],
    write: (name: string, text: string) => keep({ ...value, remarks: { ...value.remarks, [name]: text } }),
    drop: (name: string) => {
      const { [name]: _, ...remarks } = value.remarks
      keep({ ...value, remarks })
    },
    clear,
  }
}

/** As they are sent, in the order of the form; without the ones in which nothing is written yet. */
export function remarksOf({ form, materials }: Case, { textOf }: Remarking) {
  const all = [
    ...form.map(({ field, label }) => ({ field, slot: undefined, label, text: textOf(field) ?? '' })),
    ...materials.map(({ slot, name }) => ({ field: undefined, slot, label: name, text: textOf(`file.${slot}`) ?? '' })),
  ]
  return all.filter(({ text }) => text.trim())
}
