import type { ApiContract } from '#api/contract.ts'
import type { Handlers } from '#lib/server/call.ts'
import { accountsHandlers } from '#modules/accounts/server/handlers.ts'
import { advertsHandlers } from '#modules/adverts/server/handlers.ts'
import { certificatesHandlers } from '#modules/certificates/server/handlers.ts'
import { contentHandlers } from '#modules/content/server/handlers.ts'
import { filesHandlers } from '#modules/files/server/handlers.ts'
import { homeHandlers } from '#modules/home/server/handlers.ts'
import { membersHandlers } from '#modules/members/server/handlers.ts'
import { membershipHandlers } from '#modules/membership/server/handlers.ts'
import { messagesHandlers } from '#modules/messages/server/handlers.ts'
import { personnelHandlers } from '#modules/personnel/server/handlers.ts'
import { placesHandlers } from '#modules/places/server/handlers.ts'
import { privacyHandlers } from '#modules/privacy/server/handlers.ts'
import { qualificationsHandlers } from '#modules/qualifications/server/handlers.ts'
import { reviewHandlers } from '#modules/review/server/handlers.ts'
import { searchHandlers } from '#modules/search/server/handlers.ts'
import { settingsHandlers } from '#modules/settings/server/handlers.ts'
import { trainingHandlers } from '#modules/training/server/handlers.ts'

export const handlers: Handlers<ApiContract> = {
  ...settingsHandlers,
  ...placesHandlers,
  ...accountsHandlers,
  ...filesHandlers,
  ...messagesHandlers,
  ...reviewHandlers,
  ...certificatesHandlers,
  ...contentHandlers,
  ...membersHandlers,
  ...membershipHandlers,
  ...qualificationsHandlers,
  ...personnelHandlers,
  ...trainingHandlers,
  ...advertsHandlers,
  ...homeHandlers,
  ...searchHandlers,
  ...privacyHandlers,
}
