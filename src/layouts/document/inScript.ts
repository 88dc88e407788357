/**
 * Writes data as JavaScript: also `undefined`, left by a loader that refused. Escapes `<`, so that nothing ends the
 * script.
 */
export const inScript = (data: unknown) => String(JSON.stringify(data)).replaceAll('<', '\\u003c')

/**
 * Writes the answers of the loaders, by route. The text of cached answers, and of parts of an answer, is written once
 * and reused by many pages; nobody changes them (`lib/server/pages/rememberAnswers.ts`).
 */
export const answersInScript = (answers: Record<string, unknown>) =>
  objectInScript(answers, answer =>
    writeOnce(answer, isPlain(answer) ? () => objectInScript(answer, writeOnce) : undefined),
  )

const writtenText = new WeakMap<object, string>()

function writeOnce(answer: unknown, write = () => inScript(answer)): string {
  if (typeof answer !== 'object' || answer === null) return inScript(answer)
  const known = writtenText.get(answer)
  if (known !== undefined) return known
  const now = write()
  writtenText.set(answer, now)
  return now
}

const isPlain = (of: unknown): of is object =>
  typeof of === 'object' && of !== null && Object.getPrototypeOf(of) === Object.prototype

function objectInScript(of: object, write: (part: unknown) => string): string {
  const parts = Object.entries(of).filter(([, part]) => part !== undefined)
  return `{${parts.map(([name, part]) => `${inScript(name)}:${write(part)}`).join()}}`
}
