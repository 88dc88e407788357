import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { type State, stageOf } from '../workflow.ts'
import type { Application } from './applicationKinds.ts'
import { notifyDesk } from './deskMessages.ts'
import { notifyApplicant } from './messages.ts'
import { applicationEvent, heldDecision } from './tables.ts'

type Decided = { eventId: number; before: Application; say: string | undefined; until: Date }

/** Keeps the messages of a decision back, and what it takes to undo it. */
export async function holdDecision({ db }: Ctx, { eventId, before, say, until }: Decided): Promise<void> {
  const { id, state, stateSince, remarks, dueOn, decidedAt, assigneeId } = before
  await db.insert(heldDecision).values({
    eventId,
    applicationId: id,
    ...(say && { say }),
    before: {
      state,
      remarks,
      dueOn,
      assigneeId,
      stateSince: stateSince.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    },
    dueAt: until,
  })
}

/** The decision on an application that nobody was told of yet. */
export async function heldDecisionOn({ db }: Pick<Ctx, 'db'>, { id }: Pick<Application, 'id'>) {
  const [held] = await db
    .select({ held: heldDecision, event: applicationEvent })
    .from(heldDecision)
    .innerJoin(applicationEvent, eq(applicationEvent.id, heldDecision.eventId))
    .where(eq(heldDecision.applicationId, id))
  return held
}

/**
 * Sends what was held back about an application, which must be locked: its time is over, or the next step is taken,
 * whose messages come after.
 */
export async function sendHeld(ctx: Ctx, of: Application): Promise<void> {
  const found = await heldDecisionOn(ctx, of)
  if (!found) return
  const { held, event } = found
  await ctx.db.delete(heldDecision).where(eq(heldDecision.eventId, event.id))
  const { action, opinion, remarks, actorId } = event
  await notifyOfStep(ctx, event.from, of, { action, by: 'staff', opinion, remarks, say: held.say, actorId })
}

type StepNotification = Parameters<typeof notifyApplicant>[2] & { actorId?: number | null }

/** Tells the applicant, and the desk to which it goes. */
export async function notifyOfStep(
  ctx: Ctx,
  from: State,
  of: Application,
  { actorId, ...step }: StepNotification,
): Promise<void> {
  await notifyApplicant(ctx, of, isPayment(from, step) ? { ...step, opinion: '', say: linesOf(step) } : step)
  await notifyDesk(ctx, from, of, step.by, actorId)
}

/** Whether a step confirms a payment: what it says is a fact about money, and no opinion of a reviewer. */
const isPayment = (from: State, { action }: Pick<StepNotification, 'action'>): boolean =>
  action === 'pass' && stageOf(from) === 'fee'

const linesOf = ({ opinion, say }: Pick<StepNotification, 'opinion' | 'say'>): string =>
  [opinion, say].filter(Boolean).join('\n')
