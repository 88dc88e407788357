import type { Handlers } from '#lib/server/api/call.ts'
import type { postsContract } from '../contract.ts'
import { ownLetterHandlers } from './letters.ts'
import { readPublicLists } from './publicLists.ts'
import { seatHandlers } from './seatHandover.ts'

export const postsHandlers: Handlers<typeof postsContract> = {
  'GET /app/publicity/body/list': readPublicLists,
  ...seatHandlers,
  ...ownLetterHandlers,
}
