import type { Handlers } from '#lib/server/api/call.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import { publishWinners, withdrawAward } from './winnerActs.ts'
import { exportWinners, listWinners, showWinner, winnerOptions } from './winnerList.ts'
import { announceWinners, zipWinners } from './winnerPapers.ts'
import { removeWinner, saveWinner } from './winnerSaving.ts'
import './catalogue.ts'
import './fileParts.ts'
import './imports.ts'

export const staffWinnerHandlers: Handlers<typeof staffWinnerContract> = {
  'GET /staff/award-winner/list': listWinners,
  'GET /staff/award-winner/export': exportWinners,
  'GET /staff/award-winner/options': winnerOptions,
  'GET /staff/award-winner/detail': showWinner,
  'POST /staff/award-winner/save': saveWinner,
  'POST /staff/award-winner/publish': publishWinners,
  'POST /staff/award-winner/withdraw': withdrawAward,
  'POST /staff/award-winner/remove': removeWinner,
  'GET /staff/award-winner/zip': zipWinners,
  'GET /staff/award-winner/announcement': announceWinners,
}
