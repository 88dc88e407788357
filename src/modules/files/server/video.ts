import { type FileHandle, open } from 'node:fs/promises'
import { invalid } from '#lib/error.ts'

type Box = { kind: string; start: number; body: number; end: number }

/** Boxes with metadata: places, devices and programs. */
const METADATA_BOXES = ['udta', 'meta', 'uuid']
const CONTAINER_BOXES = ['moov', 'trak']
/** Limits of boxes and nesting in one video; boxes that contain others are read box by box. */
const MAX_BOXES = 10_000
const MAX_DEPTH = 8
/** Bytes per read: headers of small boxes are close together. */
const READ_BYTES = 4_096

/**
 * Empties what a film tells beside the film, in place: a box that is called `free` is read by nobody, and nothing moves.
 * Throws where it is no whole film.
 */
export async function cleanVideo(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const kinds = await clean(
      { handle, readHead: headReader(handle), boxesLeft: MAX_BOXES },
      0,
      (await handle.stat()).size,
    )
    if (!kinds.includes('moov') || !kinds.some(kind => kind === 'mdat' || kind === 'moof')) throw damaged()
  } finally {
    await handle.close()
  }
}

type Film = { handle: FileHandle; readHead: (start: number) => Promise<Buffer>; boxesLeft: number }

async function clean(film: Film, start: number, end: number, depth = 1): Promise<string[]> {
  if (depth > MAX_DEPTH) throw tooComplex()
  const kinds: string[] = []
  for (let at = start; at < end; ) {
    if (--film.boxesLeft < 0) throw tooComplex()
    const box = readBox(await film.readHead(at), at, end)
    kinds.push(box.kind)
    if (METADATA_BOXES.includes(box.kind)) await empty(film.handle, box)
    else if (CONTAINER_BOXES.includes(box.kind)) await clean(film, box.body, box.end, depth + 1)
    at = box.end
  }
  return kinds
}

/** The first 16 bytes of a box, or fewer where the file ends. */
function headReader(handle: FileHandle) {
  const window = Buffer.alloc(READ_BYTES)
  let from = 0
  let length = 0
  return async (start: number) => {
    if (start < from || start + 16 > from + length) {
      from = start
      length = (await handle.read(window, 0, READ_BYTES, start)).bytesRead
    }
    return window.subarray(start - from, Math.min(start - from + 16, length))
  }
}

function readBox(buffer: Buffer, start: number, limit: number): Box {
  if (buffer.length < 8) throw damaged()
  const size = buffer.readUInt32BE(0)
  const isLong = size === 1
  if (isLong && buffer.length < 16) throw damaged()
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
const tooComplex = () => invalid('视频的内部结构过于复杂，无法处理，请重新导出为 MP4 后再上传')
