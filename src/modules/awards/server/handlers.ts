import type { Handlers } from '#lib/server/api/call.ts'
import type { awardsContract } from '../contract.ts'
import { applyingHandlers } from '../entries/server/applying.ts'
import { entryDetailHandlers } from '../entries/server/entryDetail.ts'
import { entrySheetHandlers } from '../entries/server/entrySheet.ts'
import { showingHandlers } from '../entries/server/showing.ts'
import { readingHandlers } from '../scoring/server/reading.ts'
import { writingHandlers } from '../scoring/server/writing.ts'
import { publicWinnersHandlers } from '../winners/server/publicWinners.ts'

import '../entries/server/entryKind.ts'

export const awardsHandlers: Handlers<typeof awardsContract> = {
  ...showingHandlers,
  ...entryDetailHandlers,
  ...applyingHandlers,
  ...entrySheetHandlers,
  ...readingHandlers,
  ...writingHandlers,
  ...publicWinnersHandlers,
}
