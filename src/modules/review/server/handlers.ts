import type { Handlers } from '#lib/server/api/call.ts'
import { applyingHandlers } from '../applying/server/applying.ts'
import { copyingHandlers } from '../applying/server/copying.ts'
import { printsHandlers } from '../applying/server/prints.ts'
import { progressHandlers } from '../applying/server/progress.ts'
import { signingHandlers } from '../applying/server/signatureRequests.ts'
import { todosHandlers } from '../applying/server/todos.ts'
import { confirmingHandlers } from '../confirming/server/confirming.ts'
import type { reviewContract } from '../contract.ts'
import { objectionsHandlers } from '../notices/server/objections.ts'
import { noticesHandlers } from '../notices/server/publicNotices.ts'

export const reviewHandlers: Handlers<typeof reviewContract> = {
  ...noticesHandlers,
  ...objectionsHandlers,
  ...printsHandlers,
  ...progressHandlers,
  ...todosHandlers,
  ...applyingHandlers,
  ...copyingHandlers,
  ...confirmingHandlers,
  ...signingHandlers,
}
