import type { Handlers } from '#lib/server/call.ts'
import type { scoringContract } from '../../scoringContract.ts'

export const scoringHandlers: Handlers<typeof scoringContract> = {}
