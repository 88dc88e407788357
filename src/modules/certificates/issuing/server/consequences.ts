import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

/** Lists who would lose what if a certificate stopped counting today, one sentence each. Must not write. */
type Foretelling = (ctx: Pick<Ctx, 'db' | 'now'>, of: Certificate) => Promise<string[]>

const foretellings: Foretelling[] = []

/** Registers a function that lists consequences; called by modules whose records depend on certificates. */
export function foretellConsequences(foretelling: Foretelling): void {
  foretellings.push(foretelling)
}

/** Lists the consequences shown to staff before they suspend, revoke or cancel a certificate. */
export async function consequencesOf(ctx: Pick<Ctx, 'db' | 'now'>, of: Certificate): Promise<string[]> {
  return (await Promise.all(foretellings.map(foretell => foretell(ctx, of)))).flat()
}
