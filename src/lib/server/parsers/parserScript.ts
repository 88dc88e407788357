import { parentPort } from 'node:worker_threads'
import { isRefusal } from '#lib/error.ts'

export type ParserMessage =
  | { ready: true }
  | { answer: unknown }
  | { refusal: string }
  | { failure: 'failed'; cause: string }

/** Makes the script of a thread or a process a parser: it answers each input that `defineParser` sends it. */
export function answerParser<Input>(parse: (input: Input) => unknown): void {
  const answer = async (input: Input): Promise<ParserMessage> => {
    try {
      return { answer: await parse(input) }
    } catch (error) {
      if (isRefusal(error)) return { refusal: error.message }
      return { failure: 'failed', cause: (error as Error).message }
    }
  }
  const ready: ParserMessage = { ready: true }
  if (parentPort) {
    parentPort.on('message', async input => parentPort!.postMessage(await answer(input)))
    parentPort.postMessage(ready)
    return
  }
  process.on('message', async (input: Input) => process.send!(await answer(input)))
  // The site has ended.
  process.once('disconnect', () => process.exit())
  process.send!(ready)
}
