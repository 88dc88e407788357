import { and, eq } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { isOpen } from '#modules/awards/calls/server/openCalls.ts'
import type { EntryCase } from '#modules/awards/entries/server/entries.ts'
import { awardCall, awardEntry, awardKind } from '#modules/awards/server/tables.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState, possibleActions } from '#modules/review/workflow.ts'
import { entryPath } from './entryKind.ts'

export type OwnEntry = EntryCase & { of: Application }

/** The caller's own entries, each with its application; `more` narrows them. */
export const ownEntries = (ctx: Ctx) =>
  ctx.db
    .select({ entry: awardEntry, call: awardCall, kind: awardKind, of: application })
    .from(awardEntry)
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .$dynamic()

export const isOwn = (ctx: Ctx) => eq(awardEntry.accountId, signedInActor(ctx).accountId)

/** Returns the caller's entry by the id of its application. Throws 404 for the entry of another account. */
export async function ownEntry(ctx: Ctx, id: number): Promise<OwnEntry> {
  const [found] = await ownEntries(ctx).where(and(isOwn(ctx), eq(application.id, id)))
  if (!found) throw notFound('申报不存在，或不是您提交的')
  return found
}

/** Returns true if the applicant can edit the entry: a draft until the deadline, or a returned entry. */
export const canEdit = (ctx: Pick<Ctx, 'now'>, { of, call }: Pick<OwnEntry, 'of' | 'call'>) =>
  of.state === 'returned' || (of.state === 'draft' && isOpen(ctx, call))

export function headOf(ctx: Pick<Ctx, 'now'>, own: OwnEntry) {
  const { entry, call, kind, of } = own
  const { subTypes, groups, levels } = call.rules
  const named = (all: readonly { code: string; name: string }[], code: string) =>
    all.find(one => one.code === code)?.name ?? ''
  return {
    id: of.id,
    applyNo: of.number,
    type: kind.code,
    typeName: kind.name,
    year: call.year,
    projectName: entry.name,
    subTypeName: named(subTypes, entry.subType),
    groupName: named(groups, entry.groupCode),
    level: named(levels, entry.levelAwarded ?? entry.levelWanted),
    status: of.state,
    statusName: nameOfState(of.state),
    version: of.version,
    deadline: of.dueOn,
    canEdit: canEdit(ctx, own),
    canWithdraw: of.state !== 'draft' && possibleActions(of.state, entryPath).includes('withdraw'),
    canRemove: of.state === 'draft',
  }
}
