import type { Key } from '#lib/contract.ts'
import { type Merged, merge } from '#lib/merge.ts'
import { sections } from './sections.ts'

export type ApiContract = Merged<(typeof sections)[keyof typeof sections]>
export type ApiKey = keyof ApiContract & Key

/** All endpoints in one. Pages import only its type, so that no schema reaches a visitor's browser. */
export const contract: ApiContract = merge(Object.values(sections))
