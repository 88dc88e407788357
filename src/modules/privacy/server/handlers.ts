import type { Handlers } from '#lib/server/api/call.ts'
import type { privacyContract } from '../contract.ts'
import { listConsents, withdrawConsent } from './consents.ts'
import { deleteAccount } from './deletion.ts'
import { exportHoldings, showHoldings } from './overview.ts'

export const privacyHandlers: Handlers<typeof privacyContract> = {
  'GET /member/privacy': showHoldings,
  'GET /member/privacy/export': exportHoldings,
  'GET /member/consent/list': listConsents,
  'POST /member/consent/withdraw': withdrawConsent,
  'POST /member/privacy/delete': deleteAccount,
}
