import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { invalid, isRefusal } from '#lib/error.ts'
import { answerParser } from '../parsers/parserScript.ts'
import { type CleanedPicture, COPY_WIDTHS, type Picture, type PictureFormat, type PictureToClean } from './images.ts'

/** Maximum pixels of a picture, all frames of an animation together. */
const MAX_PIXELS = 50_000_000
// A picture is decoded once; what libvips would keep of it only fills the memory.
sharp.cache(false)
// Uses one thread: by default libvips uses every processor for one picture.
sharp.concurrency(1)

const formats = {
  jpg: picture => picture.jpeg({ quality: 90, mozjpeg: true }),
  png: picture => picture.png({ compressionLevel: 9 }),
  webp: picture => picture.webp({ quality: 90 }),
  gif: picture => picture.gif(),
} as const satisfies Record<PictureFormat, (picture: Sharp) => Sharp>

answerParser(async ({ path, format, directory }: PictureToClean): Promise<CleanedPicture> => {
  const moving = format === 'gif' || format === 'webp'
  const read = (from: string) =>
    sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true, animated: moving })
  try {
    await refuseHuge(read(path))
    const upright = read(path).autoOrient().toColourspace('srgb').withIccProfile('srgb')
    const clean = await write(formats[format](upright), join(directory, 'clean'))
    const copies: Picture[] = []
    for (const width of COPY_WIDTHS.filter(each => each < clean.width))
      copies.push(await write(read(clean.path).resize({ width }).webp({ quality: 80 }), join(directory, `${width}`)))
    return { ...clean, copies }
  } catch (error) {
    if (isRefusal(error)) throw error
    throw invalid('图片已损坏或不完整，无法读取，请重新导出或拍摄后再上传')
  }
})

async function refuseHuge(picture: Sharp) {
  const { width, height, pages = 1, pageHeight = height } = await picture.metadata()
  if (width * pageHeight * pages <= MAX_PIXELS) return
  const frames = pages > 1 ? `，共 ${pages} 帧` : ''
  throw invalid(`图片尺寸过大（${width} × ${pageHeight} 像素${frames}），请缩小到 5000 万像素以内再上传`)
}

async function write(picture: Sharp, path: string): Promise<Picture> {
  const { width, height, pageHeight, size } = await picture.toFile(path)
  return { path, width, height: pageHeight ?? height, size }
}
