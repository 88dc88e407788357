import { type FileHandle, open } from 'node:fs/promises'
import { invalid } from '#lib/error.ts'

type Box = { kind: string; start: number; body: number; end: number }

/** Where a film's places, devices and programs are written. */
const TELLING = ['udta', 'meta', 'uuid']
const HOLDING = ['moov', 'trak']
const MAX_BOXES = 10_000

/**
 * Empties what a film tells beside the film, in place: a box that is called `free` is read by nobody, and nothing moves.
 * Throws where it is no whole film.
 */
export async function cleanVideo(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const kinds = await clean(handle, 0, (await handle.stat()).size)
    if (!kinds.includes('moov') || !kinds.some(kind => kind === 'mdat' || kind === 'moof')) throw damaged()
  } finally {
    await handle.close()
  }
}

async function clean(handle: FileHandle, start: number, end: number): Promise<string[]> {
  const kinds: string[] = []
  for (let at = start; at < end; ) {
    const box = await readBox(handle, at, end)
    if (kinds.push(box.kind) > MAX_BOXES) throw damaged()
    if (TELLING.includes(box.kind)) await empty(handle, box)
    else if (HOLDING.includes(box.kind)) await clean(handle, box.body, box.end)
    at = box.end
  }
  return kinds
}

async function readBox(handle: FileHandle, start: number, limit: number): Promise<Box> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, start)
  if (bytesRead < 8) throw damaged()
  const size = buffer.readUInt32BE(0)
  const isLong = size === 1
  // 0: as far as the file goes.
  const length = size === 0 ? limit - start : isLong ? Number(buffer.readBigUInt64BE(8)) : size
  const box = { kind: buffer.toString('latin1', 4, 8), start, body: start + (isLong ? 16 : 8), end: start + length }
  if (box.end > limit || box.end < box.body) throw damaged()
  return box
}

async function empty(handle: FileHandle, { start, body, end }: Box) {
  await handle.write('free', start + 4, 'latin1')
  const zeros = Buffer.alloc(1 << 16)
  for (let at = body; at < end; at += zeros.length) await handle.write(zeros, 0, Math.min(zeros.length, end - at), at)
}

const damaged = () => invalid('视频已损坏或不完整，请重新导出为 MP4 后再上传')
