import type { Ctx } from '../api/context.ts'

/**
 * Caches a building block of many public answers, such as the columns: queried once, when an answer is made from it.
 */
export const remembered = <T>(
  { remember }: Pick<Ctx, 'remember'>,
  question: string,
  make: () => Promise<T>,
): Promise<T> => (remember ? remember(question, make) : make())

type Handler<Input, Answer> = (ctx: Ctx, input: Input) => Promise<Answer>
type InputOf<H> = H extends Handler<infer Input, unknown> ? (unknown extends Input ? object : Input) : never
type AnswerOf<H> = H extends Handler<never, infer Answer> ? Answer : never

/** Calls another public handler through the cache, to build an answer from it. */
export function answerOf<Handlers, Key extends keyof Handlers & string>(
  ctx: Ctx,
  handlers: Handlers,
  key: Key,
  input: InputOf<Handlers[Key]> & object,
): Promise<AnswerOf<Handlers[Key]>> {
  const answer = handlers[key] as Handler<typeof input, AnswerOf<Handlers[Key]>>
  return remembered(ctx, questionOf(key, input), () => answer(ctx, input))
}

/** The same question in whatever order, and whether its numbers were texts. */
export function questionOf(key: string, input: object): string {
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const texts = given.map(([name, value]) => `${name}=${String(value)}`)
  return `${key} ${texts.toSorted().join('&')}`
}
