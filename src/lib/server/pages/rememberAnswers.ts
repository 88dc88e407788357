import type { Contract, Key } from '../../contract.ts'
import type { Call } from '../api/call.ts'
import type { Remember } from '../api/context.ts'
import { noteReads } from '../database/reads.ts'
import { type Kept, makeKept } from './kept.ts'
import { keptParameters } from './keptParameters.ts'
import { questionOf } from './remembered.ts'

/** In bytes. What somebody types is among many: it comes and goes without driving out the rest. */
const [MOST, MOST_TYPED] = [32 << 20, 4 << 20]

type Answers = Kept<{ answer: unknown }>

/**
 * Calls whose answers are the same for everybody are answered once until something changes that they were made from: the
 * menu, the settings, the list of a column are the same in a thousand pages. Nobody may change an answer that was given.
 */
export function rememberAnswers<C extends Contract>(contract: C, call: Call<C>) {
  const usual = makeKept<{ answer: unknown }>({ maxBytes: MOST, sizeOf })
  const typed = makeKept<{ answer: unknown }>({ maxBytes: MOST_TYPED, sizeOf })
  const limited = keptParameters(contract)
  const remember = rememberIn(usual)
  const answersFor = (key: keyof C & Key, input: object): Answers | undefined => {
    const { cached } = contract[key]!
    if (cached === 'typed') return typed
    return cached && Object.keys(input).every(name => limited.has(name)) ? usual : undefined
  }

  const remembering: Call<C> = (ctx, key, input) => {
    const given = (input ?? {}) as object
    const answers = ctx.actor.kind === 'anonymous' ? answersFor(key, given) : undefined
    if (!answers) return call(ctx, key, input)
    return rememberIn(answers)(questionOf(key, given), () => call({ ...ctx, remember }, key, input))
  }
  const both = [usual, typed]
  return {
    call: remembering,
    changed: (what: string) => both.forEach(answers => void answers.changed(what)),
    deafen: () => both.forEach(answers => void answers.deafen()),
  }
}

const rememberIn =
  (answers: Answers): Remember =>
  async (question, make) => {
    const { value, reads } =
      answers.get(question) ?? (await answers.make(question, async () => ({ answer: frozen(await make()) })))
    noteReads(reads)
    return value.answer as Awaited<ReturnType<typeof make>>
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
