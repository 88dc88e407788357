import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Services } from '#lib/server/api/context.ts'
import { toSvg } from '#lib/server/documents/pdf.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { readGroup, writeSetting } from '#modules/settings/server/settings.ts'

/** The seal of the demo association, with the name that it has. Where it is printed the designs of its pack say. */
export async function demoSeal(ctx: Services & { now: Date }): Promise<void> {
  const { name } = await readGroup(ctx, 'association')
  const file = await keepFile(ctx, {
    name: '印章.png',
    type: 'image/png',
    bytes: await roundSeal(name),
    width: ROUND_SEAL,
    height: ROUND_SEAL,
    isPublic: false,
    isConfined: true,
  })
  await writeSetting(ctx, 'seal', { file })
}

const template = readFileSync(new URL('./roundSeal.typ', import.meta.url), 'utf8')

/** 42 mm, as finely as printers print. */
const DPI = 600
const ROUND_SEAL = 992

/** A round red seal with a star and that name, as a PNG with nothing around it. */
export const roundSeal = (name: string): Promise<Buffer> =>
  sharp(Buffer.from(toSvg(template, { name })), { density: DPI })
    .resize(ROUND_SEAL, ROUND_SEAL, { fit: 'fill' })
    .png({ palette: true })
    .toBuffer()
