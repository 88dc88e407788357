import { and, asc, desc, eq } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { readChanges } from '#modules/members/server/changes.ts'
import { factsOf } from '#modules/members/server/organisationFile.ts'
import { recordEdit } from '#modules/members/server/organisationRegister.ts'
import { rowsOfMembers } from '#modules/membership/server/memberRows.ts'
import { member, memberEvent, memberLevel } from '#modules/membership/server/tables.ts'
import { MEMBER } from '#modules/membership/words.ts'
import { mergeOwn, ownFormValues, staffOwnFields } from '#modules/ownFields/server/ownFields.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import type { staffRegisterContract } from '../contract.ts'
import { memberRules, possibleActs } from '../memberActs.ts'
import { toMemberRow } from './staffMembers.ts'

export const staffMemberHandlers = {
  'GET /staff/member/detail': async (ctx, { id }) => {
    const [found] = await rowsOfMembers(ctx).where(eq(member.id, id))
    if (!found) throw notFound('没有这个会员')
    refuseOutside(ctx, 'staff:members', found.provinceCode)
    const of = found.member
    const [events, levels, own, fields] = await Promise.all([
      ctx.db.select().from(memberEvent).where(eq(memberEvent.memberId, id)).orderBy(desc(memberEvent.id)),
      ctx.db
        .select({ code: memberLevel.code, name: memberLevel.name })
        .from(memberLevel)
        .where(and(eq(memberLevel.kind, of.kind), eq(memberLevel.isRetired, false)))
        .orderBy(asc(memberLevel.sort)),
      of.certificateId === null ? null : readCertificate(ctx, of.certificateId),
      staffOwnFields(ctx, MEMBER),
    ])
    return {
      ...toMemberRow(found),
      version: of.updatedAt.getTime(),
      isPublic: of.isPublic,
      endedOn: of.endedOn,
      endReason: of.endReason,
      organisationId: of.organisationId,
      personId: of.personId,
      pageUrl:
        of.kind === 'organisation' && of.isPublic && of.status === 'active' ? `/admin/publicity/member/${id}` : null,
      certificate: own,
      fields,
      form: ownFormValues(of.own, fields),
      facts: factsOf(fields, of.own),
      canDo: possibleActs(of),
      levels: levels.flatMap(({ code, name }) => (code === of.levelCode ? [] : { code: String(code), name })),
      events: events.map(({ kind, recordedAt, ...event }) => ({
        id: event.id,
        kindName: memberRules[kind].name,
        effectiveOn: event.effectiveOn,
        reason: event.reason,
        before: event.before,
        after: event.after,
        actorName: event.actorName,
        recordedAt: iso(recordedAt),
      })),
    }
  },
  'POST /staff/member/own': (ctx, { id, version, form }) =>
    inTransaction(ctx, async tx => {
      const [found] = await rowsOfMembers(tx).where(eq(member.id, id))
      if (!found) throw notFound('没有这个会员')
      refuseOutside(tx, 'staff:members', found.provinceCode)
      const [row] = await tx.db.select().from(member).where(eq(member.id, id)).for('update')
      if (row!.updatedAt.getTime() !== version)
        throw conflict(await conflictMessage(tx, { objectType: 'member', objectId: id }))
      const fields = await staffOwnFields(tx, MEMBER)
      const before = ownFormValues(row!.own, fields)
      const changes = readChanges(tx, fields, before, form, { words: await readPublicWordRule(tx, before) })
      if (Object.keys(changes).length === 0) return { id, version }
      await tx.db
        .update(member)
        .set({ own: mergeOwn(row!.own, changes), updatedAt: tx.now })
        .where(eq(member.id, id))
      const about = { action: 'member.own', objectType: 'member', objectId: id, objectName: found.name }
      await recordEdit(tx, about, fields, before, changes)
      return { id, version: tx.now.getTime() }
    }),
} satisfies Partial<Handlers<typeof staffRegisterContract>>

async function readCertificate({ db, now, config }: Ctx, id: number) {
  const [of] = await db
    .select()
    .from(certificate)
    .where(and(eq(certificate.id, id)))
  const verifyUrl = `${config.publicUrl}/admin/verify?token=${of!.token}`
  return { id, number: of!.number, validTo: of!.validTo, ...statusToday(of!, dayOf(now)), verifyUrl }
}
