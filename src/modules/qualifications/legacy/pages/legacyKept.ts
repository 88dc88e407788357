import { keep, readKept } from '#ui/form/kept.ts'
import type { Proof, Scan } from './legacyCalls.ts'

type Kept = {
  /** Typed values without the phone number. */
  text: Record<string, string>
  scans: Scan[]
  proof: Proof | null
}
type Part = keyof Kept

const empty: Kept = { text: {}, scans: [], proof: null }

export const keptLegacy = <P extends Part>(part: P): Kept[P] => readKept<Kept[P]>(`legacy:${part}`) ?? empty[part]
export const keepLegacy = <P extends Part>(part: P, value: Kept[P]) => keep(`legacy:${part}`, value)

/** Returns whether anything was typed or uploaded but not submitted. */
export const hasDraft = () => Object.keys(keptLegacy('text')).length > 0 || keptLegacy('scans').length > 0

/** Clears the draft after submission; the phone stays verified. */
export function forgetTyped() {
  keepLegacy('text', {})
  keepLegacy('scans', [])
}
