import { hook } from '#lib/server/hook.ts'
import type { account } from '#modules/accounts/server/tables.ts'
import type { MessageKind } from '../messageKinds.ts'
import type { NotifyContext } from './notify.ts'

type Account = Pick<typeof account.$inferSelect, 'id' | 'ownerId'>
type Reach = (ctx: NotifyContext, of: Account, kind?: MessageKind) => Promise<string[] | undefined>

const reach = hook<Reach>('messages by WeChat')

/** The module that knows which WeChat belongs to whom, and which kinds of messages go there. */
export const defineWechatReach = reach.define

/** The openids by which somebody is reached, by a message of that kind; undefined: WeChat is not offered to them. */
export const wechatsOf: Reach = async (ctx, of, kind) => reach.find()?.(ctx, of, kind)
