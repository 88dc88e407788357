import type { Handlers } from '#lib/server/api/call.ts'
import { staffBoardHandlers } from '../boards/server/boardHandlers.ts'
import { staffDeskHandlers } from '../desk/server/deskHandlers.ts'
import type { staffReviewContract } from '../staffContract.ts'

export const staffReviewHandlers: Handlers<typeof staffReviewContract> = { ...staffDeskHandlers, ...staffBoardHandlers }
