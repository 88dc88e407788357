import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { record } from '#modules/audit/server/record.ts'
import { named } from '#modules/awards/calls/server/callState.ts'
import { awardCall, awardEntry } from '#modules/awards/server/tables.ts'
import { file } from '#modules/files/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import type { staffEntryContract } from '../staffEntryContract.ts'

export const entryMaterialsHandlers = {
  /** Archive of entries for the meeting of experts, in folders by group and entry. Files are read one at a time. */
  'GET /staff/award/entry/materials': async (ctx, { callId, group }) => {
    const [call] = await ctx.db.select().from(awardCall).where(eq(awardCall.id, callId))
    if (!call) throw notFound('申报通知不存在或已删除')
    const rows = await ctx.db
      .select({ entry: awardEntry, of: application })
      .from(awardEntry)
      .innerJoin(application, eq(application.id, awardEntry.applicationId))
      .where(
        and(
          eq(awardEntry.callId, callId),
          group ? eq(awardEntry.groupCode, group) : undefined,
          inArray(application.state, ['submitted', 'scoring', 'deciding', 'noticed', 'approved']),
        ),
      )
      .orderBy(asc(awardEntry.groupCode), asc(awardEntry.id))
    if (rows.length === 0) throw conflict('还没有可以下载材料的申报')
    await record(ctx, { ...named(call), action: 'awardEntry.download', detail: { group, count: rows.length } })
    const { groups, materials } = call.rules
    const groupNameOf = (code: string) => groups.find(one => one.code === code)?.name ?? '未分组'
    const wanted = rows.flatMap(({ entry, of }) =>
      materials.flatMap(({ code, name }) =>
        (of.materials[code] ?? []).map((id, i) => ({
          id,
          name: [groupNameOf(entry.groupCode), `${of.number} ${entry.name}`, `${name} ${i + 1}`]
            .map(safeFileName)
            .join('/'),
        })),
      ),
    )
    return {
      name: `${call.title} 材料.zip`,
      type: 'application/zip',
      inline: false,
      isPrivate: true,
      etag: `"${randomUUID()}"`,
      body: async () => zipOf(filesOf(ctx, wanted), ctx.now),
    }
  },
} satisfies Partial<Handlers<typeof staffEntryContract>>

async function* filesOf(ctx: Ctx, wanted: readonly { id: number; name: string }[]) {
  for (const { id, name } of wanted) {
    const [found] = await ctx.db.select().from(file).where(eq(file.id, id))
    if (!found || found.deletedAt) continue
    const parts: Buffer[] = []
    for await (const part of await ctx.store.open(found.key)) parts.push(Buffer.from(part))
    yield { name: `${name}.${found.name.split('.').pop()}`, bytes: Buffer.concat(parts) }
  }
}

/** Replaces characters that file systems do not allow in names. */
const safeFileName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 80)
