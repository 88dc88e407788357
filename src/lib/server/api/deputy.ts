import type { Ctx } from './context.ts'

/** The same call, where it needs what a colleague has lent: what is done by it is done on behalf of that colleague. */
export function actAsDeputy<Asking extends Pick<Ctx, 'actor'>>(ctx: Asking, permission: string): Asking {
  if (ctx.actor.kind === 'anonymous') return ctx
  const onBehalfOf = ctx.actor.standsIn?.[permission]
  return onBehalfOf ? { ...ctx, actor: { ...ctx.actor, onBehalfOf } } : ctx
}
