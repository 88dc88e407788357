import type { Handlers } from '#lib/server/api/call.ts'
import type { staffResultContract } from '../resultContract.ts'
import { announceResults } from './announcing.ts'
import { createBatch, submitBatch, withdrawBatch } from './batches.ts'
import { exportBatch, listBatches, listBatchPeople, listCandidates } from './batchList.ts'
import { zipBatch } from './batchZip.ts'
import { exportScores } from './scoreExport.ts'
import { listScores, showResults } from './scoreList.ts'
import { readScoreSheet, scoreTemplate } from './scoreSheet.ts'
import { saveScores } from './scores.ts'

export const staffResultHandlers: Handlers<typeof staffResultContract> = {
  'GET /staff/training/results': showResults,
  'GET /staff/training/scores': listScores,
  'GET /staff/training/scores/export': exportScores,
  'POST /staff/training/scores/save': saveScores,
  'GET /staff/training/scores/template': scoreTemplate,
  'POST /staff/training/scores/read': readScoreSheet,
  'POST /staff/training/results/announce': announceResults,
  'GET /staff/training/batch/candidates': listCandidates,
  'POST /staff/training/batch/create': createBatch,
  'GET /staff/training/batch/list': listBatches,
  'GET /staff/training/batch/people': listBatchPeople,
  'GET /staff/training/batch/export': exportBatch,
  'POST /staff/training/batch/submit': submitBatch,
  'POST /staff/training/batch/withdraw': withdrawBatch,
  'GET /staff/training/batch/zip': zipBatch,
}
