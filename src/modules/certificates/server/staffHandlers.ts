import type { Handlers } from '#lib/server/call.ts'
import type { staffCertificatesContract } from '../staffContract.ts'

export const staffCertificatesHandlers: Handlers<typeof staffCertificatesContract> = {}
