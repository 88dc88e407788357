import type { Handlers } from '#lib/server/api/call.ts'
import type { privacyContract } from '../contract.ts'
import { consentsHandlers } from './consents.ts'
import { deletionHandlers } from './deletion.ts'
import { overviewHandlers } from './overview.ts'
import { consentAgainHandlers } from './renewedConsent.ts'

export const privacyHandlers: Handlers<typeof privacyContract> = {
  ...overviewHandlers,
  ...consentsHandlers,
  ...consentAgainHandlers,
  ...deletionHandlers,
}
