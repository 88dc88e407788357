import type { Handlers } from '#lib/server/api/call.ts'
import type { wechatContract } from '../contract.ts'
import { bindingHandlers } from './binding.ts'
import { insideHandlers } from './inside.ts'
import { phoneHandlers } from './phone.ts'
import { shareHandlers } from './share.ts'
import { signInsHandlers } from './signIns.ts'
import './robot.ts'

export const wechatHandlers: Handlers<typeof wechatContract> = {
  ...signInsHandlers,
  ...phoneHandlers,
  ...insideHandlers,
  ...shareHandlers,
  ...bindingHandlers,
}
