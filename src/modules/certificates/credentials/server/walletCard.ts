import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { dayOf, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { qrSvg } from '#lib/server/documents/formDocument.ts'
import { toSvg } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { statusToday, toneOf } from '#modules/certificates/status.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { CredentialCertificate } from './credential.ts'

const template = readFileSync(new URL('./walletCard.typ', import.meta.url), 'utf8')

/** 85.6 × 54 mm, as bank cards are. */
const DPI = 300
export const [CARD_WIDTH, CARD_HEIGHT] = [1011, 638]

/** A certificate as a picture for the phone of its holder: the name is whole, and the code leads to all of it. */
export async function walletCard(ctx: Ctx, of: CredentialCertificate): Promise<Buffer> {
  const { association, colour } = await readPublicConfig(ctx)
  const { status, statusName } = statusToday(of, dayOf(ctx.now))
  const data = {
    association: association.name || of.issuer,
    title: [of.kindName, of.levelName].filter(Boolean).join(' '),
    holder: of.holderName,
    facts: [
      ['证书编号', of.number],
      ['有效期', `${longDay(of.validFrom)} 至 ${of.validTo ? longDay(of.validTo) : '长期'}`],
      ...(of.issuer === association.name ? [] : [['发证机构', of.issuer]]),
    ],
    note: `${longDay(dayOf(ctx.now))}生成，是否有效以扫码的结果为准`,
  }
  const svg = toSvg(template, {
    ...printable(data),
    colour,
    qrSvg: await qrSvg(printedUrl(ctx, `/admin/verify?token=${of.token}`)),
    mark: toneOf(status) === 'good' ? null : statusName,
  })
  return sharp(Buffer.from(svg), { density: DPI })
    .resize(CARD_WIDTH, CARD_HEIGHT, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .withMetadata({ density: DPI })
    .png({ palette: true })
    .toBuffer()
}
