import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import type { Size } from '#modules/content/server/demo/pictures/canvas.ts'
import { artwork, type Drawn } from './artwork.ts'

const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
const LINE = /<text x="([\d.]+)" y="([\d.]+)"[^>]*? font-size="([\d.]+)"([^>]*)>([^<]*)<\/text>/g

/** The artwork as a picture that members may upload; its words in our own font, whatever the machine has. */
export async function picture(of: Drawn, size: Size): Promise<Buffer> {
  const drawn = artwork(of, size)
  const lines = await Promise.all([...drawn.matchAll(LINE)].map(toOverlay))
  return sharp(Buffer.from(drawn.replace(LINE, '')))
    .composite(lines)
    .png({ palette: true })
    .toBuffer()
}

async function toOverlay([, x, y, size, how = '', words = '']: RegExpMatchArray): Promise<OverlayOptions> {
  const bold = how.includes('700')
  const folder = bold ? '700Bold' : '400Regular'
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="white">${words}</span>`,
      rgba: true,
      dpi: 72,
      font: `Noto Sans SC ${bold ? 'Bold ' : ''}${size}`,
      fontfile: join(fonts, folder, `NotoSansSC_${folder}.ttf`),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const left = Number(x) - (how.includes('"end"') ? info.width : 0)
  return { input: data, left: Math.round(left), top: Math.round(Number(y) - info.height * 0.85) }
}
