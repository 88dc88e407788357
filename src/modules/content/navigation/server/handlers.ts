import type { Handlers } from '#lib/server/api/call.ts'
import type { staffNavigationContract } from '../staffContract.ts'
import { placeDeskHandlers } from './placeDesk.ts'
import { quickLinkDesk, quickLinkDeskHandlers } from './quickLinkDesk.ts'

export const staffNavigationHandlers: Handlers<typeof staffNavigationContract> = {
  'POST /staff/quickLink/save': quickLinkDesk.save,
  'POST /staff/quickLink/move': quickLinkDesk.move,
  'POST /staff/quickLink/remove': quickLinkDesk.remove,
  ...placeDeskHandlers,
  ...quickLinkDeskHandlers,
}
