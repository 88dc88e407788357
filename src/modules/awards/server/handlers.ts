import type { Handlers } from '#lib/server/api/call.ts'
import { applyingHandlers } from '../applying/server/applying.ts'
import { entryDetailHandlers } from '../applying/server/entryDetail.ts'
import { entrySheetHandlers } from '../applying/server/entrySheet.ts'
import { showingHandlers } from '../applying/server/showing.ts'
import type { awardsContract } from '../contract.ts'
import { readingHandlers } from '../scoring/server/reading.ts'
import { writingHandlers } from '../scoring/server/writing.ts'
import { publicWinnersHandlers } from '../winners/server/publicWinners.ts'

export const awardsHandlers: Handlers<typeof awardsContract> = {
  ...showingHandlers,
  ...entryDetailHandlers,
  ...applyingHandlers,
  ...entrySheetHandlers,
  ...readingHandlers,
  ...writingHandlers,
  ...publicWinnersHandlers,
}
