import type { Handlers } from '#lib/server/api/call.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import { winnerActsHandlers } from './winnerActs.ts'
import { winnerListHandlers } from './winnerList.ts'
import { winnerPapersHandlers } from './winnerPapers.ts'
import { winnerSavingHandlers } from './winnerSaving.ts'

export const staffWinnerHandlers: Handlers<typeof staffWinnerContract> = {
  ...winnerListHandlers,
  ...winnerSavingHandlers,
  ...winnerActsHandlers,
  ...winnerPapersHandlers,
}
