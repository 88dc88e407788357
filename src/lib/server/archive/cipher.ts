import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { damaged } from './damage.ts'
import { inFrames } from './frames.ts'

/**
 * An archive under a passphrase: a mark and a salt, then frames of AES-256-GCM. The nonce of a frame is its number and
 * whether it is the last one (Hoang and others, "STREAM"): changed, swapped or cut frames do not open. A salt makes a
 * key of its own, so that numbers may begin at 0 each time.
 */
const MARK = Buffer.from('HANGXIE\x01', 'latin1')
const SALT = 16
const TAG = 16
const FRAME = 1 << 16

const keyOf = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase.normalize('NFC'), salt, 32, {
    N: 1 << 16,
    r: 8,
    p: 1,
    maxmem: 128 << 20,
  })

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 4, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export async function* encrypt(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT)
  const key = await keyOf(passphrase, salt)
  yield Buffer.concat([MARK, salt])
  for await (const [frame, number, isLast] of numbered(inFrames(source, FRAME))) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    yield Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
  }
}

export const isEncrypted = (beginning: Buffer) => beginning.subarray(0, MARK.length).equals(MARK)

/** Of a file from its first byte on. */
export async function* decrypt(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Buffer> {
  let key: Buffer | undefined
  const rest = async function* () {
    let head = Buffer.alloc(0)
    for await (const chunk of source) {
      if (key) yield chunk
      else {
        head = Buffer.concat([head, chunk])
        if (head.length < MARK.length + SALT) continue
        key = await keyOf(passphrase, head.subarray(MARK.length, MARK.length + SALT))
        yield head.subarray(MARK.length + SALT)
      }
    }
  }
  for await (const [frame, number, isLast] of numbered(inFrames(rest(), FRAME + TAG))) {
    if (!key || frame.length < TAG) throw damaged('不完整')
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG })
    decipher.setAuthTag(frame.subarray(-TAG))
    const plain = decipher.update(frame.subarray(0, -TAG))
    try {
      decipher.final()
    } catch {
      throw number === 0
        ? new Error('备份的口令不对，或文件开头已损坏，请核对 BACKUP_PASSPHRASE。')
        : damaged('加密校验不符')
    }
    yield plain
  }
}

/** Each with its number and whether it is the last. */
async function* numbered(frames: AsyncIterable<Buffer>): AsyncGenerator<[Buffer, number, boolean]> {
  let before: Buffer | undefined
  let number = 0
  for await (const frame of frames) {
    if (before) yield [before, number++, false]
    before = frame
  }
  if (before) yield [before, number, true]
}
