import { eq } from 'drizzle-orm'
import { type Ctx, nameOfActor } from '#lib/server/api/context.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import type { Application, Kind } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { type Sent, submitLocked } from './submissions.ts'

/** Actor name in the history for users without an account. */
export const VISITOR = '访客'

type About = { accountId: number | null; organisationId: number | null; subjectId?: number }

/**
 * Submits an application at once without a draft, for a visitor or for a member who may have several open. If it has no
 * subject yet, its own id becomes the subject.
 */
export async function submitWithoutDraft(ctx: Ctx, kind: Kind, sent: Sent, about: About): Promise<Application> {
  const begun = { ...about, kind: kind.kind, title: kind.name, createdAt: ctx.now, stateSince: ctx.now }
  const [{ id }] = (await ctx.db.insert(application).values(begun).returning({ id: application.id })) as [
    { id: number },
  ]
  const subjectId = about.subjectId ?? id
  const [current] = await ctx.db.update(application).set({ subjectId }).where(eq(application.id, id)).returning()
  return resubmit(ctx, kind, current!, sent)
}

/** The corrected one; whose it is the caller has made sure of, and locked it. */
export const resubmit = async (ctx: Ctx, kind: Kind, current: Application, sent: Sent): Promise<Application> =>
  submitLocked(ctx, kind, current, sent, await nameOf(ctx, current))

async function nameOf(ctx: Ctx, { accountId }: Application): Promise<string> {
  if (accountId === null || ctx.actor.kind === 'anonymous') return VISITOR
  return ctx.actor.kind === 'staff' ? ownName(ctx) : nameOfActor(ctx.actor)
}
