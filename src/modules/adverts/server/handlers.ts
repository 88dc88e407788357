import type { Handlers } from '#lib/server/call.ts'
import type { advertsContract } from '../contract.ts'
import { runningAdverts } from './adverts.ts'
import './fileParts.ts'

export const advertsHandlers: Handlers<typeof advertsContract> = {
  'GET /cms/index/noLogin/adverti': runningAdverts,
}
