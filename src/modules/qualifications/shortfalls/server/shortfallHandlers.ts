import type { Handlers } from '#lib/server/api/call.ts'
import type { shortfallContract } from '../contract.ts'
import { shortfallListHandlers } from './shortfallList.ts'
import { shortfallRemindingHandlers } from './shortfallReminding.ts'

export const shortfallHandlers: Handlers<typeof shortfallContract> = {
  ...shortfallListHandlers,
  ...shortfallRemindingHandlers,
}
