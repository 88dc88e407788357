import type { Handlers } from '#lib/server/api/call.ts'
import type { staffHomeContract } from '../staffContract.ts'
import { countNow, figureDesk, listFigures } from './figures.ts'

export const staffHomeHandlers: Handlers<typeof staffHomeContract> = {
  'GET /staff/figure/list': listFigures,
  'GET /staff/figure/count': countNow,
  'POST /staff/figure/save': figureDesk.save,
  'POST /staff/figure/move': figureDesk.move,
  'POST /staff/figure/remove': figureDesk.remove,
}
