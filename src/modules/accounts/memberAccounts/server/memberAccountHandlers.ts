import type { Handlers } from '#lib/server/api/call.ts'
import type { memberAccountContract } from '../contract.ts'
import { disableAccount, enableAccount, endAccountsSessions, startReset } from './memberAccountActs.ts'
import { exportAccounts, listAccounts, showMemberAccount } from './memberAccounts.ts'

export const memberAccountHandlers: Handlers<typeof memberAccountContract> = {
  'GET /staff/account/list': listAccounts,
  'GET /staff/account/export': exportAccounts,
  'GET /staff/account/detail': showMemberAccount,
  'POST /staff/account/disable': disableAccount,
  'POST /staff/account/enable': enableAccount,
  'POST /staff/account/endSessions': endAccountsSessions,
  'POST /staff/account/reset': startReset,
}
