import { typedKeys } from '#lib/keys.ts'

export const shortfallStateNames = {
  short: '不足',
  ahead: '将不足',
  resolved: '已解除',
}
export type ShortfallState = keyof typeof shortfallStateNames
export const shortfallStates = typedKeys(shortfallStateNames)
