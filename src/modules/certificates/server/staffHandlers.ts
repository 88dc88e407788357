import type { Handlers } from '#lib/server/api/call.ts'
import { numberHandlers } from '../catalogue/server/nextNumber.ts'
import { credentialKeyHandlers } from '../credentials/server/rotation.ts'
import { certificateDesignHandlers } from '../designs/server/handlers.ts'
import { certificateFileHandlers } from '../documents/server/certificateFile.ts'
import { actsHandlers } from '../issuing/server/acts.ts'
import { correctingHandlers } from '../issuing/server/correcting.ts'
import { issuingHandlers } from '../issuing/server/issuing.ts'
import { linkingHandlers } from '../issuing/server/linking.ts'
import { renewingHandlers } from '../issuing/server/renewing.ts'
import { staffDetailHandlers } from '../issuing/server/staffDetail.ts'
import { staffListsHandlers } from '../issuing/server/staffLists.ts'
import { verifyKeyHandlers } from '../keyed/server/keys.ts'
import type { staffCertificatesContract } from '../staffContract.ts'

export const staffCertificatesHandlers: Handlers<typeof staffCertificatesContract> = {
  ...staffListsHandlers,
  ...staffDetailHandlers,
  ...certificateFileHandlers,
  ...issuingHandlers,
  ...numberHandlers,
  ...renewingHandlers,
  ...actsHandlers,
  ...linkingHandlers,
  ...correctingHandlers,
  ...certificateDesignHandlers,
  ...credentialKeyHandlers,
  ...verifyKeyHandlers,
}
