import type { Handlers } from '#lib/server/call.ts'
import type { staffWinnerContract } from '../../staffWinnerContract.ts'

export const staffWinnerHandlers: Handlers<typeof staffWinnerContract> = {}
