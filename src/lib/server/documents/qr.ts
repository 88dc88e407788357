import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { serialize } from '../process/serialize.ts'

/** In ms, for one file. */
const PATIENCE = 10_000
/** In bytes. Pixels and unpacked streams count here; V8's own limits do not see them. */
const MEMORY = 400 << 20
/** Files that may wait for their turn. */
const MOST_WAITING = 50
/** Of a code, in pixels: the smallest has 21 modules a side. */
const SMALLEST = 21

let reader: Worker | undefined
let memoryBefore = 0
let waiting = 0

/**
 * What the QR codes say in a picture, or on the first pages of a PDF; none where it cannot be read, or where too many
 * wait for it already.
 */
export async function readCodes(path: string, type: string): Promise<string[]> {
  if (waiting >= MOST_WAITING || (type !== 'application/pdf' && (await isTooSmall(path)))) return []
  waiting++
  return askReader(path, type).finally(() => waiting--)
}

async function isTooSmall(path: string): Promise<boolean> {
  const { width, height } = await sharp(path)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }))
  return Math.min(width, height) < SMALLEST
}

/**
 * In a thread that stands ready, one file at a time. It is ended when a file takes too long or too much, and when its
 * memory has grown, and begun anew for the next: a hostile file costs itself, not the server.
 */
const askReader = serialize(async (path: string, type: string): Promise<string[]> => {
  const worker = reader ?? startReader()
  const before = process.memoryUsage.rss()
  const begun = Date.now()
  const tooMuch = () => Date.now() - begun > PATIENCE || process.memoryUsage.rss() - before > MEMORY
  const watch = setInterval(() => tooMuch() && worker.terminate(), 50)
  const over = new AbortController()
  const heard = (event: string) => once(worker, event, { signal: over.signal })
  worker.ref()
  worker.postMessage({ path, type })
  try {
    return await Promise.race([heard('message').then(([codes]) => codes), heard('exit').then(() => [])])
  } catch {
    return []
  } finally {
    clearInterval(watch)
    over.abort()
    worker.unref()
    if (process.memoryUsage.rss() - memoryBefore > MEMORY) await worker.terminate()
  }
})

/** Between files it keeps no program running. */
function startReader(): Worker {
  memoryBefore = process.memoryUsage.rss()
  const worker = new Worker(new URL('./qrWorker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
  })
  const forget = () => {
    if (reader === worker) reader = undefined
  }
  reader = worker.on('error', forget).on('exit', forget)
  return worker
}
