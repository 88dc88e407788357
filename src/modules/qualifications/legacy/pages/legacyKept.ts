import { keep, readKept } from '#ui/form/kept.ts'
import type { Proof, Scan } from './legacyCalls.ts'

type Kept = {
  /** What is typed, but for the phone. */
  text: Record<string, string>
  /** What has gone up already. */
  scans: Scan[]
  proof: Proof | null
}
type Part = keyof Kept

const empty: Kept = { text: {}, scans: [], proof: null }

export const keptLegacy = <P extends Part>(part: P): Kept[P] => readKept<Kept[P]>(`legacy:${part}`) ?? empty[part]
export const keepLegacy = <P extends Part>(part: P, value: Kept[P]) => keep(`legacy:${part}`, value)

/** Something was typed or sent up that is not handed in. */
export const hasDraft = () => Object.keys(keptLegacy('text')).length > 0 || keptLegacy('scans').length > 0

/** It is handed in: the phone is still proved. */
export function forgetTyped() {
  keepLegacy('text', {})
  keepLegacy('scans', [])
}
