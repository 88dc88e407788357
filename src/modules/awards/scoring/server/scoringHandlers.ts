import type { Handlers } from '#lib/server/api/call.ts'
import type { scoringContract } from '../contract.ts'
import { listMine, readOwnFile, showOwnEntry, showOwnRound } from './reading.ts'
import { declare, recuseMyself, saveScore, submitScores } from './writing.ts'

export const scoringHandlers: Handlers<typeof scoringContract> = {
  'GET /award/scoring/mine': listMine,
  'GET /award/scoring/round': showOwnRound,
  'GET /award/scoring/entry': showOwnEntry,
  'GET /award/scoring/file': readOwnFile,
  'POST /award/scoring/declare': declare,
  'POST /award/scoring/save': saveScore,
  'POST /award/scoring/submit': submitScores,
  'POST /award/scoring/recuse': recuseMyself,
}
