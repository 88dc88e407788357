import type { Handlers } from '#lib/server/call.ts'
import type { winnerContract } from '../../winnerContract.ts'

export const winnerHandlers: Handlers<typeof winnerContract> = {}
