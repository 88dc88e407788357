import { typedKeys } from '#lib/keys.ts'
/** `scheduled`: shown from a day to come. `withdrawn`: taken back, and still listed as that where it had been shown. */
export const winnerStateNames = {
  unpublished: '未公布',
  scheduled: '待公布',
  published: '已公布',
  withdrawn: '已撤销',
}
export type WinnerState = keyof typeof winnerStateNames
export const winnerStates = typedKeys(winnerStateNames)
