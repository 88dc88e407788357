import type { Handlers } from '#lib/server/api/call.ts'
import type { membershipContract } from '../contract.ts'
import { memberFeesHandlers } from '../fees/server/feeHandlers.ts'
import { acceptingHandlers } from '../invitations/server/accepting.ts'
import { applyingHandlers } from '../joining/server/applying.ts'
import { ownHandlers } from '../joining/server/own.ts'
import { countHandlers } from '../register/server/count.ts'
import { documentsHandlers } from '../register/server/documents.ts'
import { membersHandlers } from '../register/server/members.ts'
import { profileHandlers } from '../register/server/profile.ts'
import { stylesHandlers } from '../style/server/styles.ts'

export const membershipHandlers: Handlers<typeof membershipContract> = {
  ...memberFeesHandlers,
  ...applyingHandlers,
  ...documentsHandlers,
  ...ownHandlers,
  ...stylesHandlers,
  ...countHandlers,
  ...membersHandlers,
  ...profileHandlers,
  ...acceptingHandlers,
}
