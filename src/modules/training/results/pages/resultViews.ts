import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { State } from '#modules/review/workflow.ts'
import type { ParticipantResult } from '#modules/training/participantWords.ts'
import type { Tone } from '#ui/Tag.tsx'

export type Results = Output<ApiContract['GET /staff/training/results']>
export type ScoreRow = Output<ApiContract['GET /staff/training/scores']>['list'][number]
export type Preview = Output<ApiContract['POST /staff/training/scores/read']>
export type Batch = Output<ApiContract['GET /staff/training/batch/list']>[number]

export const resultTones: Record<ParticipantResult, Tone> = {
  none: 'plain',
  passed: 'good',
  failed: 'bad',
  absent: 'warn',
  makeupPassed: 'good',
  makeupFailed: 'bad',
}

export const batchTone = (state: State): Tone => {
  if (state === 'approved') return 'good'
  if (state === 'returned') return 'warn'
  return state === 'rejected' || state === 'expired' ? 'bad' : state === 'withdrawn' ? 'plain' : 'water'
}
