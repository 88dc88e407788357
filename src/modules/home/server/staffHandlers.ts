import type { Handlers } from '#lib/server/api/call.ts'
import type { staffHomeContract } from '../staffContract.ts'
import { blockDesk, blockDeskHandlers } from './blockDesk.ts'
import { figureDesk, figuresHandlers } from './figures.ts'

export const staffHomeHandlers: Handlers<typeof staffHomeContract> = {
  'POST /staff/figure/save': figureDesk.save,
  'POST /staff/figure/move': figureDesk.move,
  'POST /staff/figure/remove': figureDesk.remove,
  'POST /staff/homeBlock/save': blockDesk.save,
  'POST /staff/homeBlock/move': blockDesk.move,
  'POST /staff/homeBlock/remove': blockDesk.remove,
  ...figuresHandlers,
  ...blockDeskHandlers,
}
