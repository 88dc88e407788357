import type { Handlers } from '#lib/server/call.ts'
import type { staffCallContract } from '../../callContract.ts'

export const staffCallHandlers: Handlers<typeof staffCallContract> = {}
