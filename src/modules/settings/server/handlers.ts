import type { Handlers } from '#lib/server/api/call.ts'
import { undrawableReason } from '#lib/server/documents/signs.ts'
import type { settingsContract } from '../contract.ts'
import { dictionaryHandlers } from './dictionaryDesk.part.ts'
import { publicSettingsHandlers } from './settings.ts'

export const settingsHandlers: Handlers<typeof settingsContract> = {
  'POST /site/signs': async (_ctx, { signs }) => ({ reason: undrawableReason(signs) }),
  ...publicSettingsHandlers,
  ...dictionaryHandlers,
}
