import { forbidden } from '#lib/error.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { beyond, type Grants, inWords, ofActor } from './grants.ts'

/** What of it who is signed in does not have. */
export const beyondOwn = (ctx: Pick<Ctx, 'actor'>, grants: Grants): Grants => beyond(grants, ofActor(signed(ctx)))

/** Nobody gives, takes or touches what goes beyond what they may do themselves. */
export function refuseBeyondOwn(ctx: Pick<Ctx, 'actor'>, grants: Grants, what: string): void {
  const more = beyondOwn(ctx, grants)
  if (more.size > 0) throw forbidden(`${what}您自己没有的权限：${inWords(more).join('、')}，请由有这些权限的同事办理`)
}
