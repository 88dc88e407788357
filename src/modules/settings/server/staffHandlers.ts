import type { Handlers } from '#lib/server/api/call.ts'
import type { staffSettingsContract } from '../staffContract.ts'
import { listSettings, savePayAccount, saveSettings } from './editing.ts'
import { restoreSite, siteHistory } from './history.ts'

export const staffSettingsHandlers: Handlers<typeof staffSettingsContract> = {
  'GET /staff/settings': listSettings,
  'POST /staff/settings/save': saveSettings,
  'POST /staff/settings/payAccount': savePayAccount,
  'GET /staff/site/history': siteHistory,
  'POST /staff/site/restore': restoreSite,
}
