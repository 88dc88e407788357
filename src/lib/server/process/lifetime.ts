import { showsStack } from './config.ts'
import { describeError } from './faults.ts'

type Step = () => Promise<unknown>
/** `takes`: how much longer than usual, in ms, the end may take for that step. */
export type AtEnd = (step: Step, takes?: number) => void
export type Say = (line: string) => void

/**
 * Time in ms. npm forwards the Ctrl+C that the terminal has already sent: a second signal within this time does not
 * count as another one.
 */
const SAME_KEYPRESS = 500
/** Time in ms. Supervisors kill after 15 s or more. */
const DEADLINE = 14_000

/**
 * Runs `start` until a signal or a fault ends the program; then the steps that `start` has left for the end, the last
 * one first. A second signal ends it at once.
 */
export function runProgram(start: (atEnd: AtEnd) => Promise<void>, say: Say): void {
  const steps: Step[] = []
  let deadline = DEADLINE
  let ending: number | undefined

  const end = async (code: number) => {
    if (ending !== undefined) return
    ending = Date.now()
    setTimeout(() => process.exit(1), deadline).unref()
    // A start is not interrupted half-way; what it has opened by then is closed.
    await starting.catch(() => {})
    for (const step of steps.reverse()) await step().catch(error => say(explain(error)))
    process.exit(code)
  }
  const fail = (error: unknown) => {
    say(atLength(error))
    void end(1)
  }

  // A terminal that was closed takes its streams along: who reads the log may go away.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (ending !== undefined && Date.now() - ending > SAME_KEYPRESS) process.exit(1)
      void end(0)
    })
  process.on('uncaughtException', fail).on('unhandledRejection', fail)

  const starting = start((step, takes = 0) => {
    steps.push(step)
    deadline += takes
  })
  starting.catch(error => {
    say(explain(error))
    void end(1)
  })
}

/** Returns one sentence for people; with the stack only at a detailed log level. */
export const explain = (error: unknown) => (showsStack() ? atLength(error) : describeError(error).message)

function atLength(error: unknown): string {
  const { type, message, stack } = describeError(error)
  return `${type}: ${message}\n${stack}`
}
