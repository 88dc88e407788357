import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Download, Endpoint, Key } from '#lib/contract.ts'
import { tooManyRequests } from '#lib/error.ts'
import { placeOf } from '../limits/place.ts'
import { limit } from '../limits/rateLimit.ts'
import { countRefusal } from '../monitoring/metrics.ts'
import { type Ctx, loginOf } from './context.ts'

/** Documents made at the same time for everybody: each keeps a processor busy, or the database. */
const MAX_PARALLEL_DOCUMENTS = 4
/** Maximum calls waiting behind the one being made, per account; the address of a visitor may be a whole class. */
const MAX_WAITING = { account: 8, address: 60 }
/** The longest turn: whatever hangs keeps the others waiting no longer. */
const MAX_HELD_MS = 120_000
/** Retry-After in s when too many calls wait. */
const RETRY_AFTER = 5

/** Whether the file is generated for the caller, not read from storage. */
export const isGenerated = ({ output, isStored }: Endpoint): boolean => output === 'file' && !isStored

const spend = limit('document', { max: 120, per: 60_000, by: 'account' })

/** Lets in as many as there are turns; the others wait in the order in which they came. */
class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(free: number) {
    this.#free = free
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Answers how to hand the turn to the next one; a document that never ends loses it. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>(resolve => this.#waiting.push(resolve))
    const give = () => {
      if (!late) return
      clearTimeout(late)
      late = undefined
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
    let late: NodeJS.Timeout | undefined = setTimeout(give, MAX_HELD_MS).unref()
    return give
  }
}

const everybody = new Turns(MAX_PARALLEL_DOCUMENTS)
const queues = new Map<string, { turns: Turns; inUse: number }>()

/** Calls for documents that are under way, by the token of who asks. */
const underWay = new Map<string, number>()

/**
 * Refuses by the token alone what the queue of its account would refuse: to look up the session of each of hundreds of
 * calls at once would keep the connections to the database from everybody, and from the documents that are being made.
 */
export function limitDocuments(key: Key, token: string, response: ServerResponse): void {
  const count = underWay.get(token) ?? 0
  if (count > MAX_WAITING.account) {
    const refusal = tooManyWaiting()
    countRefusal(key, refusal.code)
    throw refusal
  }
  underWay.set(token, count + 1)
  finished(response, () => {
    const left = underWay.get(token)! - 1
    if (left > 0) underWay.set(token, left)
    else underWay.delete(token)
  })
}

const tooManyWaiting = () => tooManyRequests('您要的文件正在生成，请等它们完成后再下载', RETRY_AFTER)

/**
 * Makes a document (PDF, DOCX, workbook, picture) when its turn has come: one at a time for an account, or for the
 * address of a visitor, so that whoever asks for hundreds at once keeps nobody else waiting. Throws 429 where too many
 * wait already, or too many were made within a minute. What is written while it is sent keeps its turn until it is sent.
 */
export async function makeDocument(ctx: Ctx, make: () => Promise<Download>): Promise<Download> {
  const done = await takeTurn(ctx)
  try {
    spend(ctx, ctx.config.limits.documentsPerMinute)
    const give = await everybody.take()
    try {
      return keepTurnWhileSent(ctx, await make())
    } finally {
      give()
    }
  } finally {
    done()
  }
}

function keepTurnWhileSent(ctx: Ctx, file: Download): Download {
  const open = file.body
  // A file of known size is read from storage and needs no turn.
  if (typeof open !== 'function' || file.size !== undefined) return file
  return {
    ...file,
    body: async range => {
      const done = await takeTurn(ctx, true)
      try {
        const stream = await open(range)
        finished(stream, done)
        return stream
      } catch (error) {
        done()
        throw error
      }
    },
  }
}

/** Waits for a turn of who asks; answers how to give it back. */
async function takeTurn({ actor, address }: Ctx, hasWaited = false): Promise<() => void> {
  const by = actor.kind === 'anonymous' ? 'address' : 'account'
  const key = actor.kind === 'anonymous' ? placeOf(address) : `account ${loginOf(actor)}`
  const queue = queues.get(key) ?? { turns: new Turns(1), inUse: 0 }
  if (!hasWaited && queue.turns.waiting >= MAX_WAITING[by]) throw tooManyWaiting()
  queues.set(key, queue)
  queue.inUse++
  const give = await queue.turns.take()
  return () => {
    give()
    if (--queue.inUse === 0) queues.delete(key)
  }
}
