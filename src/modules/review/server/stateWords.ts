import type { Ctx } from '#lib/server/api/context.ts'
import { type Application, allKinds, kindOf } from '#modules/review/server/applicationKinds.ts'
import { type ConfirmedBy, confirmedBy, nameOfStageBy, nameOfStateBy, stagesBy, type Way } from '../wayWords.ts'
import type { Stage, State } from '../workflow.ts'
import { confirmingRule } from './tables.ts'

type RuleContext = Pick<Ctx, 'db' | 'config'>
type InState = Pick<Application, 'kind' | 'state'>

/** The ways that are open: without a signing service the others remain, paper at the least. */
export function usableWays({ config }: Pick<Ctx, 'config'>, ways: readonly Way[]): Way[] {
  const usable = ways.filter(way => way !== 'provider' || config.signingService)
  return usable.length ? usable : ['paper']
}

/** Names of states and stages by how each kind of application is confirmed, read once for many. */
export async function readStateWords(ctx: RuleContext) {
  const rules = new Map((await ctx.db.select().from(confirmingRule)).map(({ kind, ways }) => [kind, ways]))
  const waysOf = (kind: string) => usableWays(ctx, rules.get(kind) ?? ['paper'])
  const byOf = ({ kind }: { kind: string }): ConfirmedBy =>
    kindOf({ kind }).sealedSlot ? confirmedBy(waysOf(kind)) : 'paper'
  return {
    byOf,
    nameOf: (of: InState) => nameOfStateBy(byOf(of), of.state),
    stageNameOf: (of: { kind: string }, stage: Stage) => nameOfStageBy(byOf(of), stage),
    stagesOf: (of: { kind: string }, path: readonly Stage[], state: State) => stagesBy(byOf(of), path, state),
    /** Name of a state for applications of every kind. */
    nameForAll: (state: State) => {
      const all = allKinds().filter(({ sealedSlot }) => sealedSlot)
      return nameOfStateBy(confirmedBy([...new Set(all.flatMap(({ kind }) => waysOf(kind)))]), state)
    },
  }
}

export const nameOfApplicationState = async (ctx: RuleContext, of: InState): Promise<string> =>
  (await readStateWords(ctx)).nameOf(of)
