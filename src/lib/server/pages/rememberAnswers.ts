import { z } from 'zod'
import { isRefusal } from '#lib/error.ts'
import type { Contract, Key } from '../../contract.ts'
import type { Call } from '../api/call.ts'
import type { Remember } from '../api/context.ts'
import type { Db } from '../database/db.ts'
import { noteReads } from '../database/reads.ts'
import { keptParameters } from './keptParameters.ts'
import { questionOf } from './remembered.ts'
import { makeSharedCache, type SharedCache } from './sharedCache.ts'

/** Answers about typed text have a cache of their own, so that their variety does not evict the rest. */
const MAX_BYTES = 32 << 20
const MAX_TYPED_BYTES = 4 << 20

type Answers = SharedCache<{ answer: unknown }>

/**
 * Calls whose answers are the same for everybody are answered once until something changes that they were made from: the
 * menu, the settings, the list of a column are the same in a thousand pages. Nobody may change an answer that was given.
 * They are made from the replica where there is one that may be asked (`reader`), and from the primary where that fails.
 */
export function rememberAnswers<C extends Contract>(
  contract: C,
  call: Call<C>,
  reader: () => Db | undefined = () => undefined,
) {
  const usual = makeSharedCache<{ answer: unknown }>({ maxBytes: MAX_BYTES, sizeOf })
  const typed = makeSharedCache<{ answer: unknown }>({ maxBytes: MAX_TYPED_BYTES, sizeOf })
  const limited = keptParameters(contract)
  const asked = makeInputFilter(contract)
  const remember = rememberIn(usual)
  const answersFor = (key: keyof C & Key, input: object): Answers | undefined => {
    const { cached } = contract[key]!
    if (cached === 'typed') return typed
    return cached && Object.keys(input).every(name => limited.has(name)) ? usual : undefined
  }

  const make: Call<C> = async (ctx, key, input) => {
    const db = reader()
    if (!db) return call(ctx, key, input)
    try {
      return await call({ ...ctx, db }, key, input)
    } catch (error) {
      if (isRefusal(error)) throw error
      ctx.log.warn({ err: error }, 'the replica did not answer a question')
      return call({ ...ctx, remember: ctx.remember && withFallback(ctx.remember) }, key, input)
    }
  }
  const remembering: Call<C> = (ctx, key, input) => {
    if (ctx.actor.kind !== 'anonymous' || !contract[key]!.cached) return call(ctx, key, input)
    const given = asked(key, (input ?? {}) as object)
    const answers = answersFor(key, given)
    if (!answers) return make(ctx, key, input)
    return rememberIn(answers)(questionOf(key, given), () => make({ ...ctx, remember }, key, input))
  }
  const both = [usual, typed]
  return {
    call: remembering,
    changed: (what: string) => both.forEach(answers => void answers.changed(what)),
    deafen: () => both.forEach(answers => void answers.deafen()),
  }
}

/** Keeps only the input that a call reads: an address may carry more (`?utm_source=`) and gets the same answer. */
function makeInputFilter<C extends Contract>(contract: C) {
  const names = new Map(
    Object.entries(contract).flatMap(([key, { cached, input }]) =>
      cached && input instanceof z.ZodObject && !input.def.catchall ? [[key, new Set(Object.keys(input.shape))]] : [],
    ),
  )
  return (key: keyof C & Key, given: object): object => {
    const known = names.get(key)
    return known ? Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name))) : given
  }
}

const rememberIn =
  (answers: Answers): Remember =>
  async (question, make) => {
    const { value, reads } =
      answers.get(question) ?? (await answers.make(question, async () => ({ answer: freezeInTests(await make()) })))
    noteReads(reads)
    return value.answer as Awaited<ReturnType<typeof make>>
  }

/**
 * Uses `remember`, but calls the primary where it fails, for instance because another caller began the work on the
 * replica.
 */
const withFallback =
  (remember: Remember): Remember =>
  async (question, make) => {
    try {
      return await remember(question, make)
    } catch (error) {
      if (isRefusal(error)) throw error
      return make()
    }
  }

/** Counts two bytes a character, about what the objects take. */
const sizeOf = ({ answer }: { answer: unknown }) => 2 * (JSON.stringify(answer)?.length ?? 0)

/** Freezes shared answers in tests, so that code that modifies them fails. */
function freezeInTests<T>(answer: T): T {
  if (process.env.NODE_ENV === 'test') freeze(answer)
  return answer
}

function freeze(of: unknown) {
  if (typeof of !== 'object' || of === null || Object.isFrozen(of)) return
  Object.freeze(of)
  Object.values(of).forEach(freeze)
}
