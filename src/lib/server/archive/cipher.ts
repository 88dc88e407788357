import { createCipheriv, createDecipheriv } from 'node:crypto'
import { damaged } from './damage.ts'
import { splitIntoFrames } from './frames.ts'
import { headLength, type Keys, openSeal, type Seal, wrongKeyMessage } from './seals.ts'

/**
 * A sealed archive: its head, then frames of AES-256-GCM. The nonce of a frame is its number and whether it is the last
 * one (Hoang and others, "STREAM"): changed, swapped or cut frames do not open. Each archive has a key of its own, so
 * that numbers may begin at 0 each time.
 */
const TAG = 16
const FRAME = 1 << 16

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 4, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export async function* encrypt(source: AsyncIterable<Uint8Array>, { head, key }: Seal): AsyncGenerator<Buffer> {
  yield head
  for await (const [frame, number, isLast] of numbered(splitIntoFrames(source, FRAME))) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
  }
}

/** Decrypts a file from its first byte, header included. */
export async function* decrypt(source: AsyncIterable<Uint8Array>, keys: Keys): AsyncGenerator<Buffer> {
  let key: Buffer | undefined
  let head = Buffer.alloc(0)
  const rest = async function* () {
    for await (const chunk of source) {
      if (key) yield chunk
      else {
        const beginning = Buffer.concat([head, chunk])
        const length = headLength(beginning)
        head = beginning.subarray(0, length)
        if (length === undefined || beginning.length < length) continue
        key = await openSeal(head, keys)
        yield beginning.subarray(length)
      }
    }
  }
  for await (const [frame, number, isLast] of numbered(splitIntoFrames(rest(), FRAME + TAG))) {
    if (!key || frame.length < TAG) throw damaged('不完整')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG })
    decipher.setAuthTag(frame.subarray(-TAG))
    const plain = decipher.update(frame.subarray(0, -TAG))
    try {
      decipher.final()
    } catch {
      throw number === 0 ? new Error(wrongKeyMessage(head)) : damaged('加密校验不符')
    }
    yield plain
  }
}

/** Yields each frame with its number and whether it is the last. */
async function* numbered(frames: AsyncIterable<Buffer>): AsyncGenerator<[Buffer, number, boolean]> {
  let before: Buffer | undefined
  let number = 0
  for await (const frame of frames) {
    if (before) yield [before, number++, false]
    before = frame
  }
  if (before) yield [before, number, true]
}
