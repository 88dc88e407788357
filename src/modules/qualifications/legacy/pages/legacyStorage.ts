import { readTabStorage, writeTabStorage } from '#ui/form/tabStorage.ts'
import type { Proof, Scan } from './legacyCalls.ts'

type StoredLegacy = {
  /** Typed values without the phone number. */
  text: Record<string, string>
  scans: Scan[]
  proof: Proof | null
}
type Part = keyof StoredLegacy

const empty: StoredLegacy = { text: {}, scans: [], proof: null }

export const readStoredLegacy = <P extends Part>(part: P): StoredLegacy[P] =>
  readTabStorage<StoredLegacy[P]>(`legacy:${part}`) ?? empty[part]
export const storeLegacy = <P extends Part>(part: P, value: StoredLegacy[P]) => writeTabStorage(`legacy:${part}`, value)

/** Returns whether anything was typed or uploaded but not submitted. */
export const hasDraft = () => Object.keys(readStoredLegacy('text')).length > 0 || readStoredLegacy('scans').length > 0

/** Clears the draft after submission; the phone stays verified. */
export function clearDraft() {
  storeLegacy('text', {})
  storeLegacy('scans', [])
}
