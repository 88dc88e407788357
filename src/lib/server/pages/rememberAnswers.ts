import type { Contract, Key } from '../../contract.ts'
import type { Call } from '../api/call.ts'
import type { Remember } from '../api/context.ts'
import { noteReads } from '../database/reads.ts'
import { makeKept } from './kept.ts'
import { keptParameters } from './keptParameters.ts'
import { questionOf } from './remembered.ts'

const MAX_BYTES = 32 << 20

/**
 * Calls whose answers are the same for everybody are answered once until something changes that they were made from: the
 * menu, the settings, the list of a column are the same in a thousand pages. Nobody may change an answer that was given.
 */
export function rememberAnswers<C extends Contract>(contract: C, call: Call<C>) {
  const kept = makeKept<{ answer: unknown }>({ maxBytes: MAX_BYTES, sizeOf })
  const limited = keptParameters(contract)
  const mayKeep = (key: keyof C & Key, input: object) =>
    contract[key]!.cached === true && Object.keys(input).every(name => limited.has(name))

  const remember: Remember = async (question, make) => {
    const { value, reads } =
      kept.get(question) ?? (await kept.make(question, async () => ({ answer: frozen(await make()) })))
    noteReads(reads)
    return value.answer as Awaited<ReturnType<typeof make>>
  }

  const remembering: Call<C> = (ctx, key, input) => {
    const given = (input ?? {}) as object
    if (ctx.actor.kind !== 'anonymous' || !mayKeep(key, given)) return call(ctx, key, input)
    return remember(questionOf(key, given), () => call({ ...ctx, remember }, key, input))
  }
  return { call: remembering, changed: (what: string) => void kept.changed(what), deafen: kept.deafen }
}

/** Two bytes a character, about as much as the objects take. */
const sizeOf = ({ answer }: { answer: unknown }) => 2 * (JSON.stringify(answer)?.length ?? 0)

/** In tests, whoever changes what others are given, too, fails. */
function frozen<T>(answer: T): T {
  if (process.env.NODE_ENV === 'test') freeze(answer)
  return answer
}

function freeze(of: unknown) {
  if (typeof of !== 'object' || of === null || Object.isFrozen(of)) return
  Object.freeze(of)
  Object.values(of).forEach(freeze)
}
