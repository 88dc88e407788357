import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { dayOf, iso, minute } from '#lib/dates.ts'
import { typedKeys } from '#lib/keys.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { record } from '#modules/audit/server/record.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { staffInvitationsContract } from '../contract.ts'
import { invitationStates, ways } from '../words.ts'
import { printLetters } from './letters.ts'
import { invitationValues } from './sending.ts'
import { type Invitation, inState, isWaiting, matching, stateOf } from './states.ts'
import { invitation } from './tables.ts'
import { sendInvitation } from './texts.ts'

type Endpoints = typeof staffInvitationsContract

/** A company that does not answer is not asked twice on one day. */
const DAY_MS = 24 * 3_600_000

export const invitationDeskHandlers = {
  'GET /staff/invitation/list': async (ctx, asked) => {
    const where = matching(asked, ctx.now)
    const rows = await readRows(ctx)
      .where(where)
      .orderBy(desc(invitation.createdAt), desc(invitation.id))
      .limit(asked.pageSize)
      .offset(offset(asked))
    const all = sql`select 1 from ${invitation} join ${organisation} on ${organisation.id} = ${invitation.organisationId} where ${where}`
    return toPage(
      rows.map(row => toRow(row, ctx.now)),
      await countOf(ctx.db, all),
      asked,
    )
  },
  'GET /staff/invitation/count': async ctx => {
    const counts: { state: keyof typeof invitationStates; stateName: string; count: number }[] = []
    for (const state of typedKeys(invitationStates)) {
      const count = await ctx.db.$count(invitation, inState(state, ctx.now))
      counts.push({ state, stateName: invitationStates[state], count })
    }
    return counts
  },
  'GET /staff/invitation/export': async (ctx, asked) => {
    const rows = inBatches<Row>(after =>
      readRows(ctx)
        .where(and(matching(asked, ctx.now), after && lt(invitation.id, after.of.id)))
        .orderBy(desc(invitation.id)),
    )
    return sendWorkbook('邀请开通账号', { name: '邀请开通账号', columns: columnsAt(ctx.now), rows })
  },
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
        const until = dayOf(new Date(of.expiresAt.getTime() - 1))
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
} satisfies Partial<Handlers<Endpoints>>

type Row = { of: Invitation; name: string }

const readRows = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ of: invitation, name: organisation.name })
    .from(invitation)
    .innerJoin(organisation, eq(organisation.id, invitation.organisationId))

const lockChosen = (ctx: Ctx, ids: readonly number[]) =>
  readRows(ctx)
    .where(and(inArray(invitation.id, [...ids]), isWaiting))
    .orderBy(invitation.id)
    .for('update', { of: invitation })

const note = (ctx: Ctx, act: string, count: number) =>
  record(ctx, { action: `invitation.${act}`, objectType: 'invitation', detail: { 份数: count } })

function toRow({ of, name }: Row, now: Date) {
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
    expiresOn: dayOf(new Date(of.expiresAt.getTime() - 1)),
    reminders: of.reminders,
    remindedAt: of.remindedAt && iso(of.remindedAt),
    printedAt: of.printedAt && iso(of.printedAt),
    acceptedAt: of.acceptedAt && iso(of.acceptedAt),
    accountId: of.accountId,
  }
}

const columnsAt = (now: Date) => [
  { title: '单位', width: 32, value: ({ name }: Row) => name },
  { title: '联系人', value: ({ of }: Row) => of.addressee },
  { title: '方式', value: ({ of }: Row) => ways[of.way] },
  { title: '送达', width: 18, value: ({ of }: Row) => of.toMasked },
  { title: '状态', value: ({ of }: Row) => invitationStates[stateOf(of, now)] },
  { title: '发出时间', width: 18, value: ({ of }: Row) => minute(iso(of.createdAt)) },
  { title: '有效至', value: ({ of }: Row) => dayOf(new Date(of.expiresAt.getTime() - 1)) },
  { title: '提醒次数', value: ({ of }: Row) => of.reminders },
  { title: '开通时间', width: 18, value: ({ of }: Row) => (of.acceptedAt ? minute(iso(of.acceptedAt)) : '') },
  { title: '发出人', value: ({ of }: Row) => of.createdName },
]
