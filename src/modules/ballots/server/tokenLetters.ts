import { readFileSync } from 'node:fs'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import QRCode from 'qrcode'
import type { Download, Parsed } from '#lib/contract.ts'
import { dayOf, iso, longDay, minute } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { toPdf } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { privateDownload } from '#lib/server/http/download.ts'
import { record } from '#modules/audit/server/record.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { meansNames } from '../ballotWords.ts'
import type { staffBallotsContract } from '../staffContract.ts'
import { findBallot, named, refuseUnless } from './ballots.ts'
import { lockVoters, refuseOthers } from './drafting.ts'
import { giveToken, PAGE } from './opening.ts'
import { ballot, ballotVoter } from './tables.ts'

type Given<K extends keyof typeof staffBallotsContract> = Parsed<(typeof staffBallotsContract)[K]>

const template = readFileSync(new URL('./tokenLetters.typ', import.meta.url), 'utf8')

/**
 * Gives voters tokens on paper, for those who have no phone. A token given before, in a text or another letter, opens
 * nothing any more. The token is kept encrypted until the ballot is closed, so that a jammed printer costs no letter.
 */
export async function issueLetters(ctx: Ctx, { id, voterIds }: Given<'POST /staff/ballot/letters'>): Promise<number> {
  const [of] = await ctx.db.select().from(ballot).where(eq(ballot.id, id)).for('share')
  refuseUnless(of ?? (await findBallot(ctx, id)), 'open')
  await refuseOthers(ctx, of!)
  if (!of!.means.includes('online')) throw conflict('这次投票只收纸质选票，没有口令可印')
  if (ctx.now >= of!.closesAt) throw conflict('投票已截止，口令不能再用')
  const voters = await lockVoters(ctx, id, voterIds)
  const refused = voters.filter(({ tookPart, struckReason }) => tookPart || struckReason)
  if (refused.length > 0)
    throw conflict(
      refused
        .map(({ name, tookPart }) => `${name}${tookPart ? `已参加（${meansNames[tookPart]}）` : '已剔除'}`)
        .join('、'),
    )
  for (const voter of voters) await giveToken(ctx, voter, ctx.encryption.encrypt)
  await record(ctx, {
    action: 'ballot.letters',
    ...named(of!),
    detail: { 投票人: voters.map(({ name }) => name).join('、') },
  })
  return voters.length
}

/** Prints the letters that still open the ballot, one a page, and the list against which they are given out. */
export async function printLetters(ctx: Ctx, id: number): Promise<Download> {
  const of = await findBallot(ctx, id)
  await refuseOthers(ctx, of)
  refuseUnless(of, 'open')
  const voters = await ctx.db
    .select()
    .from(ballotVoter)
    .where(
      and(
        eq(ballotVoter.ballotId, id),
        isNotNull(ballotVoter.letterSealed),
        isNull(ballotVoter.tookPart),
        eq(ballotVoter.struckReason, ''),
      ),
    )
    .orderBy(asc(ballotVoter.id))
  if (voters.length === 0) throw conflict('没有可打印的口令信：请先在名单中选择投票人，给他们口令信')
  const { association, colour } = await readPublicConfig(ctx)
  const letters = []
  for (const [i, { name, weight, letterSealed }] of voters.entries()) {
    const token = ctx.encryption.decrypt(letterSealed!)
    letters.push({
      ...printable({ number: String(i + 1), name, weight: String(weight), token }),
      // Behind `#`: no server sees it written.
      qr: await QRCode.toString(`${ctx.config.publicUrl}${PAGE}#${token}`, {
        type: 'svg',
        margin: 2,
        errorCorrectionLevel: 'Q',
      }),
    })
  }
  const pdf = toPdf(template, {
    ...printable({
      association: association.name,
      ...(colour && { colour }),
      title: of.title,
      until: minute(iso(of.closesAt)),
      address: `${ctx.config.publicUrl}${PAGE}`,
      issuedOn: longDay(dayOf(ctx.now)),
    }),
    letters,
  })
  await record(ctx, { action: 'ballot.printLetters', ...named(of), detail: { 份数: voters.length } })
  return privateDownload(`口令信-${of.title}.pdf`, 'application/pdf', pdf)
}
