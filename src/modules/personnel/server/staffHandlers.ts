import type { Handlers } from '#lib/server/call.ts'
import type { staffPersonnelContract } from '../staffContract.ts'

export const staffPersonnelHandlers: Handlers<typeof staffPersonnelContract> = {}
