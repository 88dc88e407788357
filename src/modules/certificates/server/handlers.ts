import type { Handlers } from '#lib/server/call.ts'
import type { certificatesContract } from '../contract.ts'
import { verify } from './verification.ts'

export const certificatesHandlers: Handlers<typeof certificatesContract> = {
  'GET /cert/verify': verify,
}
