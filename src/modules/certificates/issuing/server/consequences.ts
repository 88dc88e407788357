import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

/** Who would lose what, if a certificate counted no more from today on: a sentence each. Writes nothing. */
type Foretelling = (ctx: Pick<Ctx, 'db' | 'now'>, of: Certificate) => Promise<string[]>

const foretellings: Foretelling[] = []

/** For a module whose records rest on certificates. */
export function foretellConsequences(foretelling: Foretelling): void {
  foretellings.push(foretelling)
}

/** What staff read before they suspend, revoke or cancel it. */
export async function consequencesOf(ctx: Pick<Ctx, 'db' | 'now'>, of: Certificate): Promise<string[]> {
  return (await Promise.all(foretellings.map(foretell => foretell(ctx, of)))).flat()
}
