import type { Handlers } from '#lib/server/api/call.ts'
import type { eligibilityContract } from '../eligibilityContract.ts'
import { showEligibility } from './eligibility.ts'

export const eligibilityHandlers: Handlers<typeof eligibilityContract> = {
  'GET /qualification/eligibility': showEligibility,
}
