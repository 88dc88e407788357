import type { Handlers } from '#lib/server/call.ts'
import type { awardsContract } from '../contract.ts'
import { applyingHandlers } from './applying/applyingHandlers.ts'
import { scoringHandlers } from './scoring/scoringHandlers.ts'
import { winnerHandlers } from './winners/winnerHandlers.ts'
import './entryKind.ts'

export const awardsHandlers: Handlers<typeof awardsContract> = {
  ...applyingHandlers,
  ...scoringHandlers,
  ...winnerHandlers,
}
