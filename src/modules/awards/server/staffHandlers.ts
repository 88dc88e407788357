import type { Handlers } from '#lib/server/call.ts'
import type { staffAwardsContract } from '../staffContract.ts'
import { staffCallHandlers } from './calls/callHandlers.ts'
import { staffRoundHandlers } from './rounds/roundHandlers.ts'
import { staffWinnerHandlers } from './winners/staffWinnerHandlers.ts'

export const staffAwardsHandlers: Handlers<typeof staffAwardsContract> = {
  ...staffCallHandlers,
  ...staffRoundHandlers,
  ...staffWinnerHandlers,
}
