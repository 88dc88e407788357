import type { Handlers } from '#lib/server/api/call.ts'
import type { staffImportsContract } from '../staffContract.ts'
import { batchesHandlers } from './batches.ts'
import { checkingHandlers } from './checking.ts'
import { errorsHandlers } from './errors.ts'
import { faultsHandlers } from './faults.ts'
import { layoutHandlers } from './layouts.ts'
import { mendingHandlers } from './mending/mending.ts'
import { runningHandlers } from './running.ts'
import { templatesHandlers } from './templates.ts'
import { undoingHandlers } from './undoing.ts'

export const staffImportsHandlers: Handlers<typeof staffImportsContract> = {
  ...batchesHandlers,
  ...templatesHandlers,
  ...checkingHandlers,
  ...faultsHandlers,
  ...layoutHandlers,
  ...mendingHandlers,
  ...errorsHandlers,
  ...runningHandlers,
  ...undoingHandlers,
}
