import type { Ctx } from '#lib/server/api/context.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'

/** Lists who would lose what if a certificate stopped counting today, one sentence each. Must not write. */
type ConsequenceReader = (ctx: Pick<Ctx, 'db' | 'now'>, of: Certificate) => Promise<string[]>

const consequenceReaders: ConsequenceReader[] = []

/** Registers a function that lists consequences; called by modules whose records depend on certificates. */
export function defineConsequences(foretelling: ConsequenceReader): void {
  consequenceReaders.push(foretelling)
}

/** Lists the consequences shown to staff before they suspend, revoke or cancel a certificate. */
export async function consequencesOf(ctx: Pick<Ctx, 'db' | 'now'>, of: Certificate): Promise<string[]> {
  return (await Promise.all(consequenceReaders.map(foretell => foretell(ctx, of)))).flat()
}
