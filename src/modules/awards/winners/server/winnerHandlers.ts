import type { Handlers } from '#lib/server/api/call.ts'
import type { winnerContract } from '../winnerContract.ts'
import { listPublicKinds, listPublicWinners, newestWinners, organisationWinners } from './publicWinners.ts'

export const winnerHandlers: Handlers<typeof winnerContract> = {
  'GET /app/publicity/award/list': listPublicWinners,
  'GET /app/publicity/award/kind/list': listPublicKinds,
  'GET /app/publicity/award/top30': newestWinners,
  'GET /app/publicity/award/organisation/list': organisationWinners,
}
