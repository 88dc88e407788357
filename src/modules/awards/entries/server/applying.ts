import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { findCall, hindranceOf } from '#modules/awards/calls/server/openCalls.ts'
import { awardEntry } from '#modules/awards/server/tables.ts'
import { materialsIn } from '#modules/review/applying/server/slots.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { saveDraft, submit, valuesOf, withdraw } from '#modules/review/server/applications.ts'
import { stateNames } from '#modules/review/workflow.ts'
import type { applyingContract } from '../applyingContract.ts'
import { beginEntry } from './begin.ts'
import { entryKind } from './entryKind.ts'
import { ownEntry } from './ownEntries.ts'

type Endpoints = typeof applyingContract
type Submit = Endpoints['POST /award/applySubmit']

/** Begins, saves or hands in: what was begun, and what is written in it, stand or fall together. */
export async function applySubmit(ctx: Ctx, given: Parsed<Submit>): Promise<Output<Submit>> {
  return ctx.db.transaction(async db => {
    const tx = { ...ctx, db }
    const of =
      given.id === undefined
        ? await beginEntry(tx, await findCall(tx, given.type, given.year))
        : await continueEntry(tx, given.id)
    const schema = await entryKind.schema(tx, of)
    // What is known beforehand stands in a new one where nothing else is said.
    const known = given.id === undefined && given.form ? await valuesOf(tx, of) : {}
    const sent = {
      id: of.id,
      version: given.version,
      answers: given.answers,
      form: given.form && { ...known, ...given.form },
      materials: given.files && materialsIn(schema, given.files),
    }
    const done = await (given.action === 'submit' ? submit : saveDraft)(tx, entryKind, sent)
    await keepEntry(tx, done)
    return {
      id: done.id,
      applyNo: done.number,
      status: done.state,
      statusName: stateNames[done.state],
      version: done.version,
      savedAt: iso(done.updatedAt),
    }
  })
}

/** After the deadline a draft is left as it is; what was sent back may be mended. */
async function continueEntry(ctx: Ctx, id: number): Promise<Application> {
  const { of, call } = await ownEntry(ctx, id)
  const hindrance = of.state === 'draft' ? hindranceOf(ctx, call) : null
  if (hindrance) throw conflict(hindrance)
  return of
}

/** What lists and rounds sort entries by follows the form. */
async function keepEntry(ctx: Ctx, of: Application) {
  const values = await valuesOf(ctx, of)
  const text = (name: string) => String(values[name] ?? '').slice(0, 200)
  await ctx.db
    .update(awardEntry)
    .set({
      name: text('name'),
      subType: text('subType'),
      groupCode: text('groupCode'),
      levelWanted: text('levelWanted'),
      updatedAt: ctx.now,
    })
    .where(eq(awardEntry.applicationId, of.id))
}

export const applyingHandlers = {
  'POST /award/applySubmit': applySubmit,
  /** Whatever the association has not decided yet is the applicant's to take back. */
  'POST /award/withdraw': async (ctx, { id, version }) => {
    await ownEntry(ctx, id)
    const done = await withdraw(ctx, { id, version })
    return { id, status: done.state, statusName: stateNames[done.state], version: done.version }
  },
} satisfies Partial<Handlers<Endpoints>>
