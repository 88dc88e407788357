import type { Handlers } from '#lib/server/api/call.ts'
import type { staffOldSiteContract } from '../contract.ts'
import { pageDeskHandlers } from './pageDesk.ts'
import { siteDeskHandlers } from './siteDesk.ts'
import { tryingHandlers } from './trying.ts'
import { undoingHandlers } from './undoing.ts'

export const staffOldSiteHandlers: Handlers<typeof staffOldSiteContract> = {
  ...siteDeskHandlers,
  ...tryingHandlers,
  ...pageDeskHandlers,
  ...undoingHandlers,
}
