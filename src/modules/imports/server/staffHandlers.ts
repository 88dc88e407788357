import type { Handlers } from '#lib/server/call.ts'
import type { staffImportsContract } from '../staffContract.ts'

export const staffImportsHandlers: Handlers<typeof staffImportsContract> = {}
