import type { Handlers } from '#lib/server/api/call.ts'
import type { awardsContract } from '../contract.ts'
import { applyingHandlers } from '../entries/server/applyingHandlers.ts'
import { scoringHandlers } from '../scoring/server/scoringHandlers.ts'
import { winnerHandlers } from '../winners/server/winnerHandlers.ts'
import '../entries/server/entryKind.ts'

export const awardsHandlers: Handlers<typeof awardsContract> = {
  ...applyingHandlers,
  ...scoringHandlers,
  ...winnerHandlers,
}
