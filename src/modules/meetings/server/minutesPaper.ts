import { readFileSync } from 'node:fs'
import { dayOf, iso, longDay, minute } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { signPaper } from '#modules/signatures/server/sealing.ts'
import { type SigningRole, signingRoleNames, signingRoles } from '../minutesWords.ts'
import type { Meeting } from './meetings.ts'
import { circulationWords, contentOf, type Minutes, readSignatures, readVersions } from './minutes.ts'

const template = readFileSync(new URL('./minutes.typ', import.meta.url), 'utf8')

export type MinutesPaper = {
  association: string
  colour?: string
  title: string
  /** Which version it is. */
  version: string
  /** Signed version that it corrects, and why; empty: none. */
  corrects: string
  facts: string[]
  opening: string
  items: { title: string; facts: string[]; text: string }[]
  closing: string
  /** What the seats that attended said of it. */
  circulated: string[]
  signatures: { role: string; name: string; signed: string }[]
  day: string
  note: string
  isDraft: boolean
}

/** Minutes as they are printed. `isFinal`: with all signatures, in the transaction that gives the last one. */
export async function minutesPaper(ctx: Ctx, of: Meeting, minutes: Minutes, isFinal: boolean): Promise<MinutesPaper> {
  const { association, colour } = await readPublicConfig(ctx)
  const earlier = (await readVersions(ctx, of.id)).filter(({ number }) => number < minutes.number)
  const corrected = earlier.find(({ state }) => state === 'signed')
  const asked = [minutes, ...earlier.filter(({ number }) => !corrected || number > corrected.number)].toReversed()
  const said = await circulationWords(
    ctx,
    asked.map(({ id }) => id),
  )
  const signatures = await readSignatures(ctx, [minutes.id])
  const { title, facts, opening, items, closing } = await contentOf(ctx, of, minutes)
  return {
    association: association.name,
    colour,
    title: `${title}纪要`,
    version: `第 ${minutes.number} 稿`,
    corrects: corrected
      ? `本纪要更正${longDay(dayOf(corrected.signedAt!))}签署的第 ${corrected.number} 稿。更正的原因：${minutes.reason}`
      : '',
    facts,
    opening,
    items: items.map(({ title, facts, text }) => ({ title, facts, text })),
    closing,
    circulated: asked.flatMap(({ id, number }) => (said.has(id) ? `第 ${number} 稿${said.get(id)!}` : [])),
    signatures: signingRoles.map(role => signatureLine(of, role, signatures)),
    day: longDay(dayOf(minutes.signedAt ?? ctx.now)),
    note: isFinal
      ? minutes.scanIds.length > 0
        ? '主持人、记录人的签名见所附的扫描件。本电子件带有协会的数字签名，可在本站“证书查验”核对。'
        : '主持人、记录人以本人账号在线签署。本电子件带有协会的数字签名，可在本站“证书查验”核对。'
      : '',
    isDraft: !isFinal && minutes.state !== 'signing',
  }
}

function signatureLine(of: Meeting, role: SigningRole, signatures: Awaited<ReturnType<typeof readSignatures>>) {
  const given = signatures.find(one => one.role === role)
  const signed = given?.signedAt ? `${minute(iso(given.signedAt))} 签署（${given.proof}）` : ''
  return { role: signingRoleNames[role], name: given?.name ?? of[role], signed }
}

export const minutesPdf = (paper: MinutesPaper): Buffer => toPdf(template, printable(paper))

/** The paper of a signed version: made once, signed and sealed by the association. */
export async function sealedMinutes(ctx: Ctx, of: Meeting, minutes: Minutes): Promise<Buffer> {
  const paper = await minutesPaper(ctx, of, minutes, true)
  return signPaper(ctx, minutesPdf(paper), `会议纪要 ${of.title}（${of.meetsOn}）第 ${minutes.number} 稿`)
}

/** The same for who wants to change it in Word or WPS. */
export async function minutesWord(paper: MinutesPaper): Promise<Buffer> {
  // Load the large Word writer only when it is needed.
  const { minutesDocx } = await import('./minutesDocx.ts')
  return minutesDocx(printable(paper))
}
