import type { Handlers } from '#lib/server/call.ts'
import type { staffOversightContract } from '../staffContract.ts'

export const staffOversightHandlers: Handlers<typeof staffOversightContract> = {}
