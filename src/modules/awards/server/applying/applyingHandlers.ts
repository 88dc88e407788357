import type { Handlers } from '#lib/server/call.ts'
import type { applyingContract } from '../../applyingContract.ts'

export const applyingHandlers: Handlers<typeof applyingContract> = {}
