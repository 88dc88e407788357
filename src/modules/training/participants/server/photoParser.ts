import { stat } from 'node:fs/promises'
import sharp from 'sharp'
import { invalid, isRefusal } from '#lib/error.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { PHOTO } from '#modules/training/enrolling/photo.ts'
import type { JudgedPhoto } from './photoCheck.ts'

/** Width to height: 5:7 is 0.71; prints of 35 × 45 mm, and phones, are a little wider. */
const RATIO = { least: 0.64, most: 0.8 }
const MAX_PIXELS = 50_000_000
/** Size in pixels of the thumbnail for judging the background, and of its corners. */
const THUMBNAIL = { width: 60, corner: 9 }

// A photo is looked at once; what libvips would keep of it only fills the memory.
sharp.cache(false)
// libvips would use every processor for one image.
sharp.concurrency(1)

answerParser(async (path: string): Promise<JudgedPhoto> => {
  const read = () => sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
  try {
    const { format, autoOrient } = await read().metadata()
    if (format !== 'jpeg' && format !== 'png') throw invalid('照片应为 JPG 或 PNG 格式，请另存后再上传')
    refuseShape(autoOrient.width, autoOrient.height)
    const small = read().autoOrient().flatten({ background: '#fff' }).toColourspace('srgb').resize(THUMBNAIL.width)
    const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
    const hints = hintsOn(data, info)
    if ((await stat(path)).size <= PHOTO.bytes) return { path, hints }
    const fitting = {
      width: 2 * PHOTO.width,
      height: 2 * PHOTO.height,
      fit: 'inside',
      withoutEnlargement: true,
    } as const
    await read()
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(fitting)
      .jpeg({ quality: 88 })
      .toFile(`${path}.jpg`)
    return { path: `${path}.jpg`, hints }
  } catch (error) {
    if (isRefusal(error)) throw error
    throw invalid('照片无法读取，可能已损坏或不是图片，请重新导出或拍摄后再上传')
  }
})

function refuseShape(width: number, height: number) {
  const size = `现为 ${width}×${height} 像素`
  if (width >= height) throw invalid(`照片应为竖版（高大于宽），${size}，请裁剪后再上传`)
  if (width < PHOTO.width || height < PHOTO.height)
    throw invalid(`照片不能小于 ${PHOTO.width}×${PHOTO.height} 像素，${size}，请换一张清晰的`)
  const ratio = width / height
  if (ratio < RATIO.least || ratio > RATIO.most) throw invalid(`照片的宽高比应接近 5:7，${size}，请裁剪后再上传`)
}

type Colour = readonly [number, number, number]

/** Hints only, never errors: a person must judge what is behind a head. */
function hintsOn(pixels: Buffer, { width, channels }: { width: number; channels: number }): string[] {
  const left = cornerOf(pixels, width, channels, 0)
  const right = cornerOf(pixels, width, channels, width - THUMBNAIL.corner)
  const [a, b] = [medianOf(left), medianOf(right)]
  const isPlain = spreadOf(left, a) < 14 && spreadOf(right, b) < 14 && distance(a, b) < 60
  if (!isPlain) return ['背景似乎不是纯色。请确认是证件照，避免生活照']
  return isUsual(a) ? [] : ['背景似乎不是白、蓝、红色。多数证书要求这三种底色之一']
}

function cornerOf(pixels: Buffer, width: number, channels: number, from: number): Colour[] {
  const colours: Colour[] = []
  for (let y = 0; y < THUMBNAIL.corner; y++)
    for (let x = from; x < from + THUMBNAIL.corner; x++) {
      const at = (y * width + x) * channels
      // A grey picture has one channel.
      colours.push([pixels[at]!, pixels[at + (channels > 2 ? 1 : 0)]!, pixels[at + (channels > 2 ? 2 : 0)]!])
    }
  return colours
}

const medianOf = (colours: Colour[]): Colour => {
  const middle = (channel: 0 | 1 | 2) =>
    colours.map(colour => colour[channel]).sort((a, b) => a - b)[colours.length >> 1]!
  return [middle(0), middle(1), middle(2)]
}
const distance = (a: Colour, b: Colour) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const spreadOf = (colours: Colour[], middle: Colour) =>
  colours.reduce((sum, colour) => sum + distance(colour, middle), 0) / colours.length

/** White, blue or red, in the many ways in which studios light them. */
function isUsual([red, green, blue]: Colour): boolean {
  const isWhite = Math.min(red, green, blue) > 200 && Math.max(red, green, blue) - Math.min(red, green, blue) < 40
  const isBlue = blue > 120 && blue - red > 40 && blue >= green
  const isRed = red > 120 && red - green > 70 && red - blue > 60
  return isWhite || isBlue || isRed
}
