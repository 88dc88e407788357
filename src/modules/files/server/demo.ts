import { readFile } from 'node:fs/promises'
import QRCode from 'qrcode'
import type { Services } from '#lib/server/api/context.ts'
import { fileUrl, keepFile } from './files.ts'

const accounts = [
  ['抖音视频号', 'https://example.com/douyin/guolushuixie'],
  ['微信公众号', 'https://example.com/wechat/guolushuixie'],
] as const

const WIDTH = 320

const own = (name: string) => readFile(new URL(`./demo/${name}`, import.meta.url))

/** The pictures by which the demo association is known. */
export async function demoPictures(ctx: Services & { now: Date }) {
  const logo = { name: 'logo.svg', type: 'image/svg+xml', width: 96, height: 96, isPublic: true }
  const share = { name: 'share.png', type: 'image/png', width: 1200, height: 630, isPublic: true }
  return {
    logo: fileUrl(await keepFile(ctx, { ...logo, bytes: await own(logo.name) })),
    share: fileUrl(await keepFile(ctx, { ...share, bytes: await own(share.name) })),
    qr: await demoQrCodes(ctx),
  }
}

/** The codes of the side panel. They are read from a screen: large, with the quiet zone that readers need. */
async function demoQrCodes(ctx: Services & { now: Date }): Promise<{ name: string; imgUrl: string }[]> {
  const codes = []
  for (const [name, address] of accounts) {
    const svg = await QRCode.toString(address, { type: 'svg', width: WIDTH, margin: 4, errorCorrectionLevel: 'M' })
    const about = { name: `${name}.svg`, type: 'image/svg+xml', width: WIDTH, height: WIDTH, isPublic: true }
    codes.push({ name, imgUrl: fileUrl(await keepFile(ctx, { ...about, bytes: Buffer.from(svg) }))! })
  }
  return codes
}
