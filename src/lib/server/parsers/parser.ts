import { type ChildProcess, fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { invalid, tooManyRequests } from '#lib/error.ts'
import { serialize } from '../process/serialize.ts'
import type { ParserMessage } from './parserScript.ts'

/**
 * Parses untrusted bytes outside the thread that answers requests. A parser is a script that calls `answerParser`; it
 * stays ready between inputs, handles one at a time, and is killed when an input takes too much time or memory. A
 * hostile file then only costs its sender an answer.
 */
export type ParserOptions = {
  script: URL
  /**
   * A thread starts in 30 ms, and its `memoryMb` bounds what JavaScript objects take. V8 cannot end a thread while built-in
   * code fills arrays for it (measured on Node 26: `for (;;) list.push(Array(1000).fill(0))` neither minds the limit nor
   * can be terminated). A process takes 100 ms, can always be ended, and its `memoryMb` bounds all that it holds: for
   * parsers that decode pictures, call native code, or unpack a file in one step.
   */
  runsIn: 'thread' | 'process'
  /**
   * Limit for one input, not counting its wait in the queue. For a process it is CPU time (on Linux), so that no file
   * is refused because the machine is busy, and twenty times that in wall-clock time.
   */
  timeoutMs: number
  memoryMb: number
  /** Time in ms without any CPU time after which a process is taken to stand still; another one then reads the input. */
  stallMs?: number
  /** Inputs that may wait for their turn, of all callers together. */
  maxWaiting?: number
  /** Inputs that may wait of one caller; one of each is parsed at a time, whoever sends many waits for themselves. */
  maxWaitingPerCaller?: number
  /** The sentence that refuses an input that was too much, for a file that somebody waits to see read. */
  unreadable?: string
}

/** Thrown where an input was too much for its parser; `reason` is for the log and for tests. */
export class UnparsableError extends Error {
  readonly reason: 'time' | 'memory' | 'failed'
  constructor(reason: 'time' | 'memory' | 'failed', cause?: string) {
    super(`the input cannot be parsed (${reason})${cause ? `: ${cause}` : ''}`)
    this.reason = reason
  }
}

type Parse<Input, Answer> = (input: Input, caller?: string) => Promise<Answer>

/**
 * The calls of a parser. Answers what its script answers, throws the refusal that its script throws, `UnparsableError`
 * (or the refusal `unreadable`, with that as its cause) where the input was too much, and a refusal (429) where too many
 * inputs wait already.
 */
export function defineParser<Input, Answer>(options: ParserOptions): Parse<Input, Answer> {
  const { timeoutMs, maxWaiting = 50, maxWaitingPerCaller = 4 } = options
  let running: RunningParser | undefined
  let waiting = 0
  const callers = new Map<string, { count: number; inTurn: Parse<Input, Answer> }>()

  const parse = serialize(async (input: Input): Promise<Answer> => {
    if (!running || running.hasEnded())
      running = options.runsIn === 'thread' ? startThread(options) : startProcess(options)
    let message = await running.ask(input, timeoutMs)
    // A process that stood still says nothing of its input: another one reads it.
    if ('failure' in message && message.cause === STALLED) {
      running = startProcess(options)
      message = await running.ask(input, timeoutMs)
    }
    if ('answer' in message) return withBuffers(message.answer) as Answer
    if ('refusal' in message) throw invalid(message.refusal)
    const tooMuch = new UnparsableError(message.failure, message.cause)
    throw options.unreadable ? Object.assign(invalid(options.unreadable), { cause: tooMuch }) : tooMuch
  })

  return async (input, caller = '') => {
    const own = callers.get(caller) ?? { count: 0, inTurn: serialize(parse) }
    if (waiting >= maxWaiting || (caller && own.count >= maxWaitingPerCaller))
      throw tooManyRequests('正在读取的文件较多，请稍后再试')
    callers.set(caller, own)
    own.count++
    waiting++
    try {
      return await (caller ? own.inTurn(input) : parse(input))
    } finally {
      waiting--
      if (--own.count === 0) callers.delete(caller)
    }
  }
}

/** Bytes come from a thread as plain arrays: as buffers they are what the script answered. */
function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.length)
  if (Array.isArray(value)) return value.map(withBuffers)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withBuffers(one)]))
}

type Failure = { failure: UnparsableError['reason']; cause?: string }
type Answered = Exclude<ParserMessage, { ready: true }> | Failure
type RunningParser = {
  ask: (input: unknown, timeoutMs: number) => Promise<Answered>
  hasEnded: () => boolean
}

const startThread = ({ script, memoryMb }: ParserOptions): RunningParser => {
  const worker = new Worker(script, {
    // Passes no secrets to code that reads untrusted bytes.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  return converse(worker, {
    keepAlive: isKept => (isKept ? worker.ref() : worker.unref()),
    send: input => worker.postMessage(input),
    end: () => void worker.terminate(),
  })
}

/** Maximum V8 heap, within the `memoryMb` of a process. */
const MAX_HEAP_MB = 192

const startProcess = ({ script, memoryMb, stallMs = STALL_MS }: ParserOptions): RunningParser => {
  const child = fork(script, {
    env: { NODE_ENV: process.env.NODE_ENV },
    execArgv: [`--max-old-space-size=${Math.min(MAX_HEAP_MB, memoryMb)}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  lowerPriority(child)
  return converse(child, {
    keepAlive: isKept => {
      for (const one of [child, child.channel]) isKept ? one?.ref() : one?.unref()
    },
    send: input => void child.send(input as object),
    end: () => void child.kill('SIGKILL'),
    isTooLarge: () => residentMb(child) > memoryMb,
    processorMs: () => processorMs(child),
    stallMs,
  })
}

/**
 * Added to the niceness of the site: where both want a processor, Linux gives the site three quarters of it. With ten, a
 * parser may not even start in time on a machine that has several programs waiting.
 */
const NICENESS = 5

/**
 * Lets the site come first, for the processor and where memory runs out. Called right after the start: threads take over
 * the niceness of the one that starts them.
 */
function lowerPriority({ pid }: ChildProcess): void {
  if (!pid) return
  attempt(() => setPriority(pid, Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS)))
  attempt(() => writeFileSync(`/proc/${pid}/oom_score_adj`, '1000'))
}

/** Resident memory on Linux; elsewhere only V8's limit applies. */
const residentMb = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(attempt(() => readFileSync(`/proc/${pid}/status`, 'latin1')) ?? '')?.[1] ?? 0) / 1024

/** CPU time in user and kernel mode, on Linux; the kernel counts in hundredths of a second. */
function processorMs({ pid }: ChildProcess): number | undefined {
  const [, after] = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))?.split(') ') ?? []
  const [user, kernel] = after?.split(' ').slice(11, 13) ?? []
  return kernel === undefined ? undefined : 10 * (Number(user) + Number(kernel))
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

type Line = {
  /** Keeps the event loop alive only while an input is parsed. */
  keepAlive: (isKept: boolean) => void
  send: (input: unknown) => void
  end: () => void
  /** Set for a process only; V8 itself ends a thread that holds too much. */
  isTooLarge?: () => boolean
  /** CPU time used so far. */
  processorMs?: () => number | undefined
  stallMs?: number
}

/** Time in ms for which an idle parser is kept. */
const IDLE_MS = 300_000
/** Timeout for loading a parser on a busy machine; the time of its first input starts after that. */
const START_MS = 30_000
const CHECK_MS = 20
/** Wall-clock limit as a multiple of the CPU limit: on a busy machine a parser gets little CPU time. */
const CLOCK_FACTOR = 20

/** Usual `stallMs`: a process that is given no processor for so long waits for itself. */
const STALL_MS = 20_000
const STALLED = 'it stood still'

/** Signals that end a process out of memory: V8 aborts, the kernel kills. */
const OUT_OF_MEMORY = ['SIGABRT', 'SIGKILL']

function converse(events: EventEmitter, line: Line): RunningParser {
  let isReady = false
  let hasEnded = false
  let asked: { settle: (answered: Answered) => void; begin: () => void } | undefined
  let idle: NodeJS.Timeout | undefined
  const end = (failure: Failure) => {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(idle)
    line.end()
    asked?.settle(failure)
  }
  events
    .on('message', (message: ParserMessage) => {
      if (!('ready' in message)) return asked?.settle(message)
      isReady = true
      asked?.begin()
    })
    .on('error', (error: NodeJS.ErrnoException) =>
      end({ failure: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'failed', cause: error.message }),
    )
    .on('exit', (_code: number, signal?: string) =>
      end({ failure: OUT_OF_MEMORY.includes(signal ?? '') ? 'memory' : 'failed', cause: 'its parser has ended' }),
    )
  line.keepAlive(false)
  const ask = (input: unknown, timeoutMs: number) =>
    new Promise<Answered>(resolve => {
      let watch: NodeJS.Timeout | undefined
      let late = setTimeout(() => end({ failure: 'time', cause: 'it did not start' }), START_MS)
      const begin = () => {
        clearTimeout(late)
        const before = line.processorMs?.()
        late = setTimeout(() => end({ failure: 'time' }), before === undefined ? timeoutMs : CLOCK_FACTOR * timeoutMs)
        let [used, usedAt] = [before, Date.now()]
        const check = () => {
          if (line.isTooLarge?.()) return end({ failure: 'memory' })
          const now = line.processorMs?.()
          if (before === undefined || now === undefined) return
          if (now - before > timeoutMs) return end({ failure: 'time' })
          if (now !== used) [used, usedAt] = [now, Date.now()]
          else if (Date.now() - usedAt > (line.stallMs ?? STALL_MS)) end({ failure: 'failed', cause: STALLED })
        }
        if (line.isTooLarge) watch = setInterval(check, CHECK_MS)
        try {
          line.send(input)
        } catch (error) {
          settle({ failure: 'failed', cause: (error as Error).message })
        }
      }
      const settle = (answered: Answered) => {
        asked = undefined
        clearTimeout(late)
        clearInterval(watch)
        line.keepAlive(false)
        resolve(answered)
        if (hasEnded) return
        idle = setTimeout(() => end({ failure: 'failed' }), IDLE_MS).unref()
        // Ends a process that has grown too large, to release its memory.
        if (line.isTooLarge?.()) end({ failure: 'memory' })
      }
      clearTimeout(idle)
      line.keepAlive(true)
      asked = { settle, begin }
      if (isReady) begin()
    })
  return { ask, hasEnded: () => hasEnded }
}
