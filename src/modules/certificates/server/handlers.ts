import type { Handlers } from '#lib/server/api/call.ts'
import { batchHandlers } from '../check/server/batch.ts'
import { checkSlipHandlers } from '../check/server/checkSlip.ts'
import { fileCheckHandlers } from '../check/server/fileCheck.ts'
import { lookupsHandlers } from '../check/server/lookups.ts'
import { verificationHandlers } from '../check/server/verification.ts'
import type { certificatesContract } from '../contract.ts'
import { credentialHandlers } from '../credentials/server/handlers.ts'
import { signingHandlers } from '../documents/server/signingHandlers.ts'
import { keyedHandlers } from '../keyed/server/keyedCheck.ts'

export const certificatesHandlers: Handlers<typeof certificatesContract> = {
  ...signingHandlers,
  ...fileCheckHandlers,
  ...verificationHandlers,
  ...checkSlipHandlers,
  ...batchHandlers,
  ...lookupsHandlers,
  ...credentialHandlers,
  ...keyedHandlers,
}
