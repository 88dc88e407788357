import type { Handlers } from '#lib/server/call.ts'
import type { accountsContract } from '../contract.ts'
import { logout, memberInfo } from './sessions.ts'

export const accountsHandlers: Handlers<typeof accountsContract> = {
  'GET /member/info': memberInfo,
  'POST /logout': logout,
}
