import type { Ctx } from '#lib/server/api/context.ts'
import { type Application, kindOf, separateScreenOf } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { meetingDesk } from '#modules/review/server/meetingDesk.ts'
import { permissionAt } from '#modules/review/workflow.ts'

/** What a member of staff would pass over by passing an application now: it is asked why, and recorded. */
export async function exceptionsOf(ctx: Ctx, of: Application): Promise<string[]> {
  const permission = permissionAt(of.state)
  // A notice that has run its time only ends: the decision was taken before it.
  if (of.state === 'noticed' || (permission !== 'staff:review' && permission !== 'staff:decide')) return []
  const vote = await votingRule(ctx, of)
  return [...(await unmetConditions(ctx, of)), ...(vote ? [`没有经会议表决（${vote}）`] : [])]
}

async function unmetConditions(ctx: Ctx, of: Application): Promise<string[]> {
  const { aside } = kindOf(of)
  const asides = aside ? await aside(ctx, of, await valuesOf(ctx, of)) : []
  return asides
    .filter(({ isConditions }) => isConditions)
    .flatMap(({ facts }) => facts.filter(({ isBad }) => isBad).map(({ label, text }) => `${label}：${text}`))
}

/** The charter's rule by which a meeting votes on it; undefined where nothing is counted, or it is decided elsewhere. */
export async function votingRule(ctx: Ctx, of: Application): Promise<string | undefined> {
  if (of.state !== 'deciding' || separateScreenOf(of)) return
  return meetingDesk().votingRule(ctx)
}
