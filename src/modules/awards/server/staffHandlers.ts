import type { Handlers } from '#lib/server/api/call.ts'
import { staffCallHandlers } from '../calls/server/callHandlers.ts'
import { staffRoundHandlers } from '../rounds/server/roundHandlers.ts'
import type { staffAwardsContract } from '../staffContract.ts'
import { staffWinnerHandlers } from '../winners/server/staffWinnerHandlers.ts'

export const staffAwardsHandlers: Handlers<typeof staffAwardsContract> = {
  ...staffCallHandlers,
  ...staffRoundHandlers,
  ...staffWinnerHandlers,
}
