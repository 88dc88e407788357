import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { toSvg } from '#lib/server/documents/pdf.ts'

const template = readFileSync(new URL('./roundSeal.typ', import.meta.url), 'utf8')

/** 42 mm, as finely as printers print. */
const DPI = 600
export const ROUND_SEAL = 992

/** A round red seal with a star and that name, as a PNG with nothing around it. */
export const roundSeal = (name: string): Promise<Buffer> =>
  sharp(Buffer.from(toSvg(template, { name })), { density: DPI })
    .resize(ROUND_SEAL, ROUND_SEAL, { fit: 'fill' })
    .png({ palette: true })
    .toBuffer()
