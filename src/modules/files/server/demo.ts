import QRCode from 'qrcode'
import type { Services } from '#lib/server/api/context.ts'
import { fileUrl, keepFile } from './files.ts'

const accounts = [
  ['抖音视频号', 'https://example.com/douyin/guolushuixie'],
  ['微信公众号', 'https://example.com/wechat/guolushuixie'],
] as const

const WIDTH = 320

/** The codes of the side panel. They are read from a screen: large, with the quiet zone that readers need. */
export async function demoQrCodes(ctx: Services & { now: Date }): Promise<{ name: string; imgUrl: string }[]> {
  const codes = []
  for (const [name, address] of accounts) {
    const svg = await QRCode.toString(address, { type: 'svg', width: WIDTH, margin: 4, errorCorrectionLevel: 'M' })
    const about = { name: `${name}.svg`, type: 'image/svg+xml', width: WIDTH, height: WIDTH, isPublic: true }
    codes.push({ name, imgUrl: fileUrl(await keepFile(ctx, { ...about, bytes: Buffer.from(svg) }))! })
  }
  return codes
}
