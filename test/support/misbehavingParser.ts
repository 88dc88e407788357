import { setTimeout as wait } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { invalid } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'

/** Instructions to the misbehaving parser; `who` returns the thread or process it runs in. */
export type Order =
  | {
      do: 'who' | 'loop' | 'fillHeap' | 'fillBuffers' | 'crash' | 'crashLater' | 'refuse' | 'throw' | 'readEnvironment'
    }
  | { do: 'take'; ms: number }

const held: unknown[] = []

const orders: Record<Order['do'], (order: Order) => unknown> = {
  who: () => `${process.pid}/${threadId}`,
  loop: () => {
    for (;;);
  },
  fillHeap: () => {
    for (;;) held.push({ number: held.length })
  },
  /** Outside of what V8 counts, and at a pace that can be watched. */
  fillBuffers: async () => {
    for (;;) {
      held.push(Buffer.alloc(4 << 20, 1))
      await wait(5)
    }
  },
  crash: () => process.nextTick(() => process.exit(3)),
  crashLater: () => void setTimeout(() => process.exit(3), 50),
  refuse: () => {
    throw invalid('文件有密码')
  },
  throw: () => {
    throw new Error('on purpose')
  },
  readEnvironment: () => ({ ...process.env }),
  take: async order => {
    if ('ms' in order) await wait(order.ms)
  },
}

answerParser((order: Order) => orders[order.do](order))
