import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { invalid, Refusal } from '#lib/error.ts'
import type { Ctx } from '../api/context.ts'

/** Idle timeout in ms. */
const IDLE_TIMEOUT_MS = 30_000

/** Asks the virus scanner about a file, where one is configured; throws when it finds something or cannot be asked. */
export async function scan({ config, log }: Pick<Ctx, 'config' | 'log'>, path: string): Promise<void> {
  if (!config.clamd) return
  const answer = await askScanner(config.clamd, path).catch(error => String(error))
  if (/^stream: OK\b/.test(answer)) return
  log.warn({ answer }, 'the virus scanner did not pass a file')
  if (/ FOUND\b/.test(answer)) throw invalid('文件未通过病毒扫描，请在本机查杀后重新选择')
  throw new Refusal(503, '病毒扫描服务暂时不可用，文件未上传，请稍后再试')
}

/** clamd's INSTREAM: chunks, each after its length, and an empty one at the end. */
async function askScanner(clamd: string, path: string): Promise<string> {
  const [, host, port] = clamd.match(/^([^/]+):(\d+)$/) ?? []
  const socket = host ? connect(Number(port), host) : connect(clamd)
  try {
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy(new Error('the virus scanner is silent')))
    await once(socket, 'connect')
    // The scanner's answer explains why sending ended early, for instance because the file exceeds its limit.
    const sent = pipeline(Readable.from(chunksOf(path)), socket).catch(() => {})
    const answer = await text(socket)
    await sent
    return answer
  } finally {
    socket.destroy()
  }
}

async function* chunksOf(path: string) {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    yield length
    yield chunk
  }
  yield Buffer.alloc(4)
}
