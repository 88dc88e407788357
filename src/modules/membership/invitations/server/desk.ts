import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineRegister } from '#lib/server/registers/register.ts'
import { byName, byPinyin } from '#lib/server/registers/registerColumns.ts'
import { exportRegister } from '#modules/audit/server/exportRegister.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { invitationFilters } from '../../invitationFilters.ts'
import { invitationStates, ways } from '../../invitationWords.ts'
import type { staffInvitationsContract } from '../contract.ts'
import { printLetters } from './letters.ts'
import { invitationValues } from './sending.ts'
import { type Invitation, inState, isWaiting, stateOf } from './states.ts'
import { invitation } from './tables.ts'
import { sendInvitation } from './texts.ts'

type Row = { of: Invitation; name: string }

const readRows = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ of: invitation, name: organisation.name })
    .from(invitation)
    .innerJoin(organisation, eq(organisation.id, invitation.organisationId))

const expiresOn = ({ expiresAt }: Invitation) => dayOf(new Date(expiresAt.getTime() - 1))

const invitationRegister = defineRegister({
  name: '邀请开通账号',
  views: { code: 'invitation', permission: 'staff:accounts' },
  filters: invitationFilters,
  from: sql`${invitation} join ${organisation} on ${eq(organisation.id, invitation.organisationId)}`,
  id: invitation.id,
  newest: invitation.createdAt,
  where: {
    key: key => or(containsWords(organisation.name, key), eq(organisation.creditCode, key)),
    state: (state, { now }) => inState(state, now),
    way: invitation.way,
    province: organisation.provinceCode,
  },
  read: (ctx, ids) => readRows(ctx).where(inArray(invitation.id, ids)),
  row: toRow,
  columns: {
    name: { heading: '单位', width: 32, value: ({ name }) => name, sort: byPinyin(organisation.name) },
    addressee: {
      heading: '联系人',
      value: ({ of }) => of.addressee,
      empty: '—',
      nowrap: true,
      sort: byName(invitation.addressee),
    },
    wayName: { heading: '方式', value: ({ of }) => ways[of.way], nowrap: true, sort: invitation.way },
    to: { heading: '送达', width: 18, value: ({ of }) => of.toMasked, nowrap: true, sort: invitation.toMasked },
    stateName: { heading: '状态', value: ({ of }, { now }) => invitationStates[stateOf(of, now)], nowrap: true },
    createdAt: {
      heading: '发出时间',
      width: 18,
      value: ({ of }) => minute(iso(of.createdAt)),
      sort: invitation.createdAt,
      nowrap: true,
    },
    expiresOn: { heading: '有效至', value: ({ of }) => expiresOn(of), sort: invitation.expiresAt, nowrap: true },
    reminders: { heading: '提醒次数', value: ({ of }) => of.reminders, sort: invitation.reminders, isFigure: true },
    acceptedAt: {
      heading: '开通时间',
      width: 18,
      value: ({ of }) => (of.acceptedAt ? minute(iso(of.acceptedAt)) : ''),
      sort: sql`coalesce(${invitation.acceptedAt}, '-infinity')`,
      nowrap: true,
    },
    createdName: { heading: '发出人', value: ({ of }) => of.createdName, nowrap: true },
  },
  listed: ['name', 'addressee', 'wayName', 'to', 'stateName', 'createdAt', 'expiresOn', 'reminders'],
})

/** A company that does not answer is not asked twice on one day. */
const DAY_MS = 24 * 3_600_000

export const invitationDeskHandlers = {
  'GET /staff/invitation/list': (ctx, asked) => invitationRegister.list(ctx, asked),
  'GET /staff/invitation/count': async ctx => {
    const counts: { state: keyof typeof invitationStates; stateName: string; count: number }[] = []
    for (const state of typedKeys(invitationStates)) {
      const count = await ctx.db.$count(invitation, inState(state, ctx.now))
      counts.push({ state, stateName: invitationStates[state], count })
    }
    return counts
  },
  'GET /staff/invitation/export': (ctx, asked) =>
    exportRegister(ctx, invitationRegister, asked, { action: 'invitation.export', objectType: 'invitation' }),
  'POST /staff/invitation/remind': (ctx, { ids }) =>
    inTransaction(ctx, async tx => {
      const found = await lockChosen(tx, ids)
      const yesterday = new Date(ctx.now.getTime() - DAY_MS)
      const due = found.filter(
        ({ of }) =>
          of.toSealed &&
          ['sent', 'opened'].includes(stateOf(of, ctx.now)) &&
          (of.remindedAt ?? of.createdAt) <= yesterday,
      )
      const asking = await invitationValues(tx)
      for (const { of, name } of due) {
        const token = ctx.encryption.decrypt(of.tokenSealed!)
        const until = expiresOn(of)
        const values = asking.valuesOf({ name, token, until, addressee: of.addressee })
        await sendInvitation(tx, asking.words, { way: of.way, to: ctx.encryption.decrypt(of.toSealed!), values })
      }
      await tx.db
        .update(invitation)
        .set({ remindedAt: ctx.now, reminders: sql`${invitation.reminders} + 1` })
        .where(
          inArray(
            invitation.id,
            due.map(({ of }) => of.id),
          ),
        )
      await note(tx, 'remind', due.length)
      return { sent: due.length, skipped: ids.length - due.length }
    }),
  'POST /staff/invitation/withdraw': (ctx, { ids }) =>
    inTransaction(ctx, async tx => {
      const waiting = (await lockChosen(tx, ids)).filter(({ of }) => !of.acceptedAt && !of.withdrawnAt)
      await tx.db
        .update(invitation)
        .set({ withdrawnAt: ctx.now, tokenSealed: null, toSealed: null })
        .where(
          inArray(
            invitation.id,
            waiting.map(({ of }) => of.id),
          ),
        )
      await note(tx, 'withdraw', waiting.length)
      return { withdrawn: waiting.length, skipped: ids.length - waiting.length }
    }),
  'POST /staff/invitation/letters': async (ctx, { ids }) => {
    const letters = await printLetters(ctx, ids)
    await note(ctx, 'print', ids.length)
    return letters
  },
} satisfies Partial<Handlers<typeof staffInvitationsContract>>

const lockChosen = (ctx: Ctx, ids: readonly number[]) =>
  readRows(ctx)
    .where(and(inArray(invitation.id, [...ids]), isWaiting))
    .orderBy(invitation.id)
    .for('update', { of: invitation })

const note = (ctx: Ctx, act: string, count: number) =>
  record(ctx, { action: `invitation.${act}`, objectType: 'invitation', detail: { 份数: count } })

function toRow({ of, name }: Row, { now }: Ctx) {
  const state = stateOf(of, now)
  return {
    id: of.id,
    organisationId: of.organisationId,
    name,
    addressee: of.addressee,
    way: of.way,
    wayName: ways[of.way],
    to: of.toMasked,
    state,
    stateName: invitationStates[state],
    createdAt: iso(of.createdAt),
    expiresOn: expiresOn(of),
    reminders: of.reminders,
    remindedAt: of.remindedAt && iso(of.remindedAt),
    printedAt: of.printedAt && iso(of.printedAt),
    acceptedAt: of.acceptedAt && iso(of.acceptedAt),
    accountId: of.accountId,
  }
}
