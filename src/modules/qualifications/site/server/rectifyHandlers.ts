import type { Handlers } from '#lib/server/api/call.ts'
import type { rectifyContract } from '../rectifyContract.ts'
import { rectify, showRectification } from './rectifying.ts'

export const rectifyHandlers: Handlers<typeof rectifyContract> = {
  'GET /qualification/rectification': showRectification,
  'POST /qualification/rectify': rectify,
}
