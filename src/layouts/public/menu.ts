import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export type Menu = Output<ApiContract['GET /catalog']>

let isStale = false
/** Signing out asks for the menu anew, with the next page (spec.md section 4). */
export const invalidateMenu = () => {
  isStale = true
}
export const isMenuStale = () => isStale
export const markMenuFresh = () => {
  isStale = false
}
