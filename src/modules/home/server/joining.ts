import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { type Ctx, signed } from '#lib/server/api/context.ts'
import { membershipKind, personalMembershipKind } from '#modules/membership/joining/server/membershipApplications.ts'
import { taskIn, taskNames } from '#modules/review/applying/server/progress.ts'
import { waitingOf } from '#modules/review/applying/server/waiting.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { routeOf } from '#modules/review/server/messages.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState, openStates, stagesOf } from '#modules/review/workflow.ts'
import type { homeContract } from '../contract.ts'

type Joining = Output<(typeof homeContract)['GET /member/overview']>['joining']

/** How far the caller's application to join is; null where none is under way. */
export async function readJoining(ctx: Ctx): Promise<Joining> {
  const kinds = [membershipKind.kind, personalMembershipKind.kind]
  const [of] = await ctx.db
    .select()
    .from(application)
    .where(
      and(
        eq(application.accountId, signed(ctx).accountId),
        inArray(application.kind, kinds),
        inArray(application.state, openStates()),
      ),
    )
    .orderBy(desc(application.id))
    .limit(1)
  if (!of) return null
  const { name, schema } = kindOf(of)
  const { path } = await schema(ctx, of)
  return {
    id: of.id,
    kindName: name,
    number: of.number,
    statusName: nameOfState(of.state),
    stages: stagesOf(path, of.state),
    waiting: await waitingOf(ctx, of),
    deadline: of.dueOn,
    route: routeOf(of),
    actName: taskNames[taskIn(of.state)],
  }
}
