import type { Handlers } from '#lib/server/call.ts'
import type { staffSettingsContract } from '../staffContract.ts'

export const staffSettingsHandlers: Handlers<typeof staffSettingsContract> = {}
