import type { Handlers } from '#lib/server/call.ts'
import type { staffReviewContract } from '../staffContract.ts'
import { staffBoardHandlers } from './boardHandlers.ts'
import { staffDeskHandlers } from './deskHandlers.ts'

export const staffReviewHandlers: Handlers<typeof staffReviewContract> = { ...staffDeskHandlers, ...staffBoardHandlers }
