import type { account } from '#modules/accounts/server/tables.ts'
import type { MessageKind } from '../messageKinds.ts'
import type { NotifyContext } from './notify.ts'

type Account = Pick<typeof account.$inferSelect, 'id' | 'kind' | 'ownerId'>
type Reach = (ctx: NotifyContext, of: Account, kind?: MessageKind) => Promise<string[] | undefined>

let reach: Reach | undefined

/** The module that knows which WeChat belongs to whom, and which kinds of messages go there. */
export function defineWechatReach(by: Reach): void {
  if (reach) throw new Error('there are two that know of WeChat')
  reach = by
}

/** The openids by which somebody is reached, by a message of that kind; undefined: WeChat is not offered to them. */
export const wechatsOf: Reach = async (ctx, of, kind) => reach?.(ctx, of, kind)
