/** As JavaScript: `undefined`, too, which a loader leaves behind that has refused. Nothing of it ends the script. */
export const inScript = (data: unknown) => String(JSON.stringify(data)).replaceAll('<', '\\u003c')

/**
 * What loaders have answered, by route. Answers that are kept stand in many pages: they are written once, and so are those
 * that a loader has put together. Nobody changes them (`lib/server/pages/rememberAnswers.ts`).
 */
export const answersInScript = (answers: Record<string, unknown>) =>
  objectInScript(answers, answer => onceOf(answer, isPlain(answer) ? () => objectInScript(answer, onceOf) : undefined))

const written = new WeakMap<object, string>()

function onceOf(answer: unknown, write = () => inScript(answer)): string {
  if (typeof answer !== 'object' || answer === null) return inScript(answer)
  const known = written.get(answer)
  if (known !== undefined) return known
  const now = write()
  written.set(answer, now)
  return now
}

const isPlain = (of: unknown): of is object =>
  typeof of === 'object' && of !== null && Object.getPrototypeOf(of) === Object.prototype

function objectInScript(of: object, write: (part: unknown) => string): string {
  const parts = Object.entries(of).filter(([, part]) => part !== undefined)
  return `{${parts.map(([name, part]) => `${inScript(name)}:${write(part)}`).join()}}`
}
