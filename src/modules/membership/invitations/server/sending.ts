import { randomBytes } from 'node:crypto'
import { and, inArray, lte } from 'drizzle-orm'
import { addDays, dayOf, longDay, startOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { maskEmail, maskMobile } from '#lib/mask.ts'
import { passcodeOf } from '#lib/passcode.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { printedUrl } from '#lib/server/process/publicAddress.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { record } from '#modules/audit/server/record.ts'
import { groupDefaults, readSetting } from '#modules/settings/server/settings.ts'
import { MAX_INVITATIONS_PER_ACT, type Way } from '../../invitationWords.ts'
import type { staffInvitationsContract } from '../contract.ts'
import { type Candidate, countWays, readCandidates, wayTo } from './candidates.ts'
import { isWaiting } from './states.ts'
import { invitation } from './tables.ts'
import { canInviteByText, type OutgoingInvitation, readInvitationWording, sendInvitation } from './texts.ts'

type Endpoints = typeof staffInvitationsContract
/** Rows of one insert. */
const BATCH = 500

export const sendingHandlers = {
  'GET /staff/invitation/candidates': async (ctx, wanted) => {
    const { total, list } = await readCandidates(ctx, wanted)
    const texts = await canInviteByText(ctx)
    return {
      total,
      ways: countWays(list.map(of => wayTo(of, 'best', texts))),
      atOnce: MAX_INVITATIONS_PER_ACT,
      sample: list.slice(0, 10).map(of => {
        const way = wayTo(of, 'best', texts)
        return { id: of.id, name: of.name, addressee: of.addressee, way, to: masked(way, contactFor(ctx, of, way)) }
      }),
    }
  },
  /** Sends all invitations or none. Companies that somebody else invites at the same moment are skipped. */
  'POST /staff/invitation/send': (ctx, { way: how, days, ...wanted }) =>
    inTransaction(ctx, async tx => {
      const { total, list } = await readCandidates(tx, wanted)
      if (list.length === 0) throw conflict('没有可以邀请的单位：都已有账号，或已有待接受的邀请')
      await withdrawExpired(tx, list)
      const texts = await canInviteByText(tx)
      const until = addDays(dayOf(ctx.now), days)
      const by = { createdName: await ownName(tx), createdAt: ctx.now, expiresAt: startOf(addDays(until, 1)) }
      const made = list.map(of => invitationTo(tx, of, wayTo(of, how, texts)))
      const kept = new Set<string>()
      for (let from = 0; from < made.length; from += BATCH) {
        const rows = made.slice(from, from + BATCH).map(({ row }) => ({ ...row, ...by }))
        const inserted = await tx.db
          .insert(invitation)
          .values(rows)
          .onConflictDoNothing()
          .returning({ tokenHash: invitation.tokenHash })
        for (const { tokenHash } of inserted) kept.add(tokenHash)
      }
      const sent = made.filter(({ row }) => kept.has(row.tokenHash))
      const asking = await invitationValues(tx)
      for (const { row, to, token, name } of sent)
        await sendInvitation(tx, asking.words, {
          way: row.way,
          to,
          values: asking.valuesOf({ name, token, until, ...row }),
        })
      const ways = countWays(sent.map(({ row }) => row.way))
      await record(tx, { action: 'invitation.send', objectType: 'invitation', detail: { ...ways, 有效至: until } })
      return { made: sent.length, ways, left: total - sent.length }
    }),
} satisfies Partial<Handlers<Endpoints>>

/** Withdraws expired invitations, so that only the new one is valid. */
const withdrawExpired = ({ db, now }: Ctx, list: readonly Candidate[]) =>
  db
    .update(invitation)
    .set({ withdrawnAt: now, tokenSealed: null, toSealed: null })
    .where(
      and(
        inArray(
          invitation.organisationId,
          list.map(({ id }) => id),
        ),
        isWaiting,
        lte(invitation.expiresAt, now),
      ),
    )

function invitationTo(ctx: Ctx, of: Candidate, way: Way) {
  const token = passcodeOf(randomBytes(16))
  const to = contactFor(ctx, of, way)
  const row = {
    organisationId: of.id,
    way,
    addressee: of.addressee,
    toMasked: masked(way, to),
    toSealed: to ? ctx.encryption.encrypt(to) : null,
    tokenHash: hashToken(token),
    tokenSealed: ctx.encryption.encrypt(token),
  }
  return { row, to, token, name: of.name }
}

const contactFor = ({ encryption }: Pick<Ctx, 'encryption'>, { mobileSealed, email }: Candidate, way: Way): string =>
  way === 'sms' ? encryption.decrypt(mobileSealed!) : way === 'mail' ? email! : ''

const masked = (way: Way, to: string) => (way === 'sms' ? maskMobile(to) : way === 'mail' ? maskEmail(to) : '')

/** Link for the recipient. The token is in the fragment (`#`), so that no server logs it. */
export const linkOf = (ctx: Pick<Ctx, 'config'>, token: string) => printedUrl(ctx, `/invite#${token}`)

type Named = { name: string; token: string; until: string; addressee: string }

/** Prepares the values shared by all invitations of one act and returns a function for those of each. */
export async function invitationValues(ctx: Ctx) {
  const { name: association } = (await readSetting(ctx, 'association')) ?? groupDefaults.association
  const valuesOf = ({ name, token, until, addressee }: Named): OutgoingInvitation['values'] => ({
    协会: association,
    单位: name,
    称呼: addressee ? `尊敬的${addressee}` : '尊敬的会员单位',
    截止: longDay(until),
    邀请码: token,
    link: linkOf(ctx, token),
  })
  return { association, words: await readInvitationWording(ctx), valuesOf }
}
