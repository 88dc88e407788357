import type { Handlers } from '#lib/server/api/call.ts'
import type { legacyContract } from '../contract.ts'
import { provePhone, submitLegacy, uploadScan } from './legacy.ts'
import { getLegacy } from './legacyProgress.ts'

export const legacyHandlers: Handlers<typeof legacyContract> = {
  'GET /qualification/old/getApply': getLegacy,
  'POST /qualification/old/phone': provePhone,
  'POST /qualification/old/file': uploadScan,
  'POST /qualification/old/submit': submitLegacy,
}
