import type { Handlers } from '#lib/server/api/call.ts'
import type { settingsContract } from '../contract.ts'
import { readPublicConfig } from './settings.ts'

export const settingsHandlers: Handlers<typeof settingsContract> = {
  'GET /config/public': readPublicConfig,
}
