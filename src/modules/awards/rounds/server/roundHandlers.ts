import type { Handlers } from '#lib/server/api/call.ts'
import type { staffRoundContract } from '../roundContract.ts'
import { assign } from './assigning.ts'
import { closeRound } from './closing.ts'
import { changeLevel, markEntries, sendToCommittee } from './marking.ts'
import { inviteApplicants, openRound } from './opening.ts'
import { changeEntries, drawOrder } from './ordering.ts'
import { choosePanel } from './panel.ts'
import { sendOrder, sendRecord } from './papers.ts'
import { removeRound, saveRound } from './planning.ts'
import { exportResult, showResult } from './result.ts'
import { listRoundExperts, showRound } from './roundDetail.ts'
import { exportRounds, listCalls, listCandidates, listRounds } from './roundList.ts'

export const staffRoundHandlers: Handlers<typeof staffRoundContract> = {
  'GET /staff/award/round/list': listRounds,
  'GET /staff/award/round/export': exportRounds,
  'GET /staff/award/round/calls': listCalls,
  'GET /staff/award/round/candidates': listCandidates,
  'GET /staff/award/round/detail': showRound,
  'GET /staff/award/round/experts': listRoundExperts,
  'POST /staff/award/round/save': saveRound,
  'POST /staff/award/round/entries': changeEntries,
  'POST /staff/award/round/draw': drawOrder,
  'POST /staff/award/round/panel': choosePanel,
  'POST /staff/award/round/assign': assign,
  'POST /staff/award/round/open': openRound,
  'POST /staff/award/round/invite': inviteApplicants,
  'POST /staff/award/round/remove': removeRound,
  'GET /staff/award/round/order': sendOrder,
  'POST /staff/award/round/close': closeRound,
  'GET /staff/award/round/result': showResult,
  'GET /staff/award/round/result-export': exportResult,
  'GET /staff/award/round/record': sendRecord,
  'POST /staff/award/round/mark': markEntries,
  'POST /staff/award/round/send': sendToCommittee,
  'POST /staff/award/entry/level': changeLevel,
}
