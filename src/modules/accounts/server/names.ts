import { eq } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from './tables.ts'

export async function ownName(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<string> {
  const [own] = await ctx.db
    .select({ displayName: account.displayName })
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return own!.displayName
}
