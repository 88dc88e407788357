import { eq } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { account } from './tables.ts'

export const ownName = (ctx: Pick<Ctx, 'db' | 'actor'>): Promise<string> => nameOf(ctx, signedInActor(ctx).accountId)

export async function nameOf({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<string> {
  const [of] = await db.select({ name: account.displayName }).from(account).where(eq(account.id, accountId))
  return of!.name
}
