import type { Handlers } from '#lib/server/call.ts'
import type { staffRoundContract } from '../../roundContract.ts'

export const staffRoundHandlers: Handlers<typeof staffRoundContract> = {}
