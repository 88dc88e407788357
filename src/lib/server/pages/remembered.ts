import type { Ctx } from '../api/context.ts'

/** What many public answers are made of, such as the columns: asked once, where such an answer is made. */
export const remembered = <T>(
  { remember }: Pick<Ctx, 'remember'>,
  question: string,
  make: () => Promise<T>,
): Promise<T> => (remember ? remember(question, make) : make())

type Handler<Input, Answer> = (ctx: Ctx, input: Input) => Promise<Answer>
type InputOf<H> = H extends Handler<infer Input, unknown> ? (unknown extends Input ? object : Input) : never
type AnswerOf<H> = H extends Handler<never, infer Answer> ? Answer : never

/** What another public call answers, of which this one is made. */
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
