import type { Handlers } from '#lib/server/api/call.ts'
import type { settingsContract } from '../contract.ts'
import { dictionaryHandlers } from './dictionaryDesk.part.ts'
import { publicSettingsHandlers } from './settings.ts'

export const settingsHandlers: Handlers<typeof settingsContract> = {
  ...publicSettingsHandlers,
  ...dictionaryHandlers,
}
