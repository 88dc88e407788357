import type { ApiContract } from '#api/contract.ts'
import type { Handlers } from '#lib/server/call.ts'
import { accountsHandlers } from '#modules/accounts/server/handlers.ts'
import { contentHandlers } from '#modules/content/server/handlers.ts'
import { filesHandlers } from '#modules/files/server/handlers.ts'
import { settingsHandlers } from '#modules/settings/server/handlers.ts'

export const handlers: Handlers<ApiContract> = {
  ...settingsHandlers,
  ...accountsHandlers,
  ...filesHandlers,
  ...contentHandlers,
}
