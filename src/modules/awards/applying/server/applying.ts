import type { Output, Parsed } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { findCall } from '#modules/awards/calls/server/openCalls.ts'
import { resultOf, writeForm } from '#modules/review/applying/server/applying.ts'
import { withdraw } from '#modules/review/applying/server/submissions.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { applyingContract } from '../applyingContract.ts'
import { beginEntry } from './begin.ts'
import { entryKind } from './entryKind.ts'
import { ownEntry } from './ownEntries.ts'

type Endpoints = typeof applyingContract
type Submit = Endpoints['POST /award/applySubmit']

/** Begins, saves or hands in: what was begun, and what is written in it, stand or fall together. */
export async function applySubmit(ctx: Ctx, { type, year, ...sent }: Parsed<Submit>): Promise<Output<Submit>> {
  return inTransaction(ctx, async tx => {
    if (sent.id !== undefined) await ownEntry(tx, sent.id)
    const { id, form } = sent.id === undefined ? await begin(tx, type, year, sent.form) : sent
    const { number, ...result } = await resultOf(tx, await writeForm(tx, entryKind, { ...sent, id, form }))
    return { ...result, applyNo: number }
  })
}

/** Creates an entry; known data prefill the fields that `form` leaves out. */
async function begin(ctx: Ctx, type: string | undefined, year: number | undefined, form: object | undefined) {
  const of = await beginEntry(ctx, await findCall(ctx, type, year))
  return { id: of.id, form: form && { ...(await valuesOf(ctx, of)), ...form } }
}

export const applyingHandlers = {
  'POST /award/applySubmit': applySubmit,
  /** The applicant can withdraw an entry until the association has decided. */
  'POST /award/withdraw': async (ctx, { id, version }) => {
    await ownEntry(ctx, id)
    const done = await withdraw(ctx, { id, version })
    return { id, status: done.state, statusName: nameOfState(done.state), version: done.version }
  },
} satisfies Partial<Handlers<Endpoints>>
