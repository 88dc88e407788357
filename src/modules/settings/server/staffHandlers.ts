import type { Handlers } from '#lib/server/api/call.ts'
import type { staffSettingsContract } from '../staffContract.ts'
import { editingHandlers } from './editing.ts'
import { historyHandlers } from './history.ts'
import { operationDeskHandlers } from './operationDesk.ts'

export { recordHandlers } from './siteRecords.ts'

export const staffSettingsHandlers: Handlers<typeof staffSettingsContract> = {
  ...editingHandlers,
  ...historyHandlers,
  ...operationDeskHandlers,
}
