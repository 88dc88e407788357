import { defineParser } from '../parsers/parser.ts'

/** Widths of the smaller copies, in pixels. */
export const COPY_WIDTHS = [320, 800, 1600] as const

export type Picture = { path: string; width: number; height: number; size: number }
export type CleanedPicture = Picture & { copies: Picture[] }
export type PictureFormat = 'jpg' | 'png' | 'webp' | 'gif'
export type PictureToClean = { path: string; format: PictureFormat; directory: string }

const clean = defineParser<PictureToClean, CleanedPicture>({
  script: new URL('./pictureParser.ts', import.meta.url),
  runsIn: 'process',
  // 50 million pixels as PNG take 20 s.
  timeoutMs: 60_000,
  memoryMb: 700,
  maxWaiting: 300,
  maxWaitingPerCaller: 60,
  unreadable: '图片过于复杂，无法处理，请缩小或重新导出后再上传',
})

/**
 * Writes a picture anew: upright, in sRGB, and with nothing in it but the picture, so that no place, device or program
 * hidden in it goes on. One at a time, the accounts in turn: each may need 200 MB.
 */
export const cleanPicture = (picture: PictureToClean, caller: string): Promise<CleanedPicture> => clean(picture, caller)
