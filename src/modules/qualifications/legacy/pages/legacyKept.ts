import type { Proof, Scan } from './legacyCalls.ts'

/** In this tab alone, through a reload and a step back; `draft.ts` lets go of it when somebody else signs in here. */
const PREFIX = 'draft:legacy:'

export type Kept = {
  /** What is typed, but for the phone. */
  text: Record<string, string>
  /** What has gone up already. */
  scans: Scan[]
  proof: Proof | null
}
type Part = keyof Kept

const empty: Kept = { text: {}, scans: [], proof: null }

export function readKept<P extends Part>(part: P): Kept[P] {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + part) ?? 'null') ?? empty[part]
  } catch {
    return empty[part]
  }
}

/** A browser that keeps nothing still lets one type. */
export function keep<P extends Part>(part: P, value: Kept[P]): void {
  try {
    sessionStorage.setItem(PREFIX + part, JSON.stringify(value))
  } catch {}
}

/** It is handed in: the phone is still proved. */
export function letGo(): void {
  keep('text', {})
  keep('scans', [])
}
