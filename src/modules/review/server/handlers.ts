import type { Handlers } from '#lib/server/api/call.ts'
import { printsHandlers } from '../applying/server/prints.ts'
import { progressHandlers } from '../applying/server/progress.ts'
import { todosHandlers } from '../applying/server/todos.ts'
import { confirmingHandlers } from '../confirming/server/confirming.ts'
import type { reviewContract } from '../contract.ts'
import { noticesHandlers } from '../notices/server/notices.ts'
import { objectionsHandlers } from '../notices/server/objections.ts'
import { signingHandlers } from '../signing/server/signatureRequests.ts'
import { applyingHandlers } from './applying.ts'

export const reviewHandlers: Handlers<typeof reviewContract> = {
  ...noticesHandlers,
  ...objectionsHandlers,
  ...printsHandlers,
  ...progressHandlers,
  ...todosHandlers,
  ...applyingHandlers,
  ...confirmingHandlers,
  ...signingHandlers,
}
