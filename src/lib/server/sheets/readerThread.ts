import { Worker } from 'node:worker_threads'
import { invalid } from '#lib/error.ts'

/** In ms, for one file. */
const PATIENCE = 10_000

/**
 * What a thread of its own makes of a stranger's file: ended when it takes too long or too much, so that a hostile file costs
 * itself. The thread posts its answer, or `{ problem }`, a sentence; `unreadable`: what is said where it posts nothing.
 */
export function readInThread<Answer extends object>(
  script: URL,
  workerData: object,
  unreadable: string,
): Promise<Answer> {
  const worker = new Worker(script, {
    workerData,
    // What reads a stranger's file has no use for what is secret.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 },
  })
  const late = setTimeout(() => worker.terminate(), PATIENCE)
  return new Promise((resolve, reject) => {
    let answer: Answer | { problem: string } = { problem: unreadable }
    worker
      .on('message', (read: Answer | { problem: string }) => {
        answer = read
      })
      .on('error', () => {})
      .on('exit', () => {
        clearTimeout(late)
        if ('problem' in answer) reject(invalid(answer.problem))
        else resolve(answer)
      })
  })
}
