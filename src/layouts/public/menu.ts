import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'

export type Menu = Output<ApiContract['GET /catalog']>

let old = false
/** Signing out asks for the menu anew, with the next page (spec.md section 4). */
export const askMenuAgain = () => {
  old = true
}
export const isMenuOld = () => old
export const menuIsNew = () => {
  old = false
}
