import { asc, desc, ne } from 'drizzle-orm'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { awardCall } from '#modules/awards/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { readProgress } from '#modules/review/applying/server/progress.ts'
import type { staffEntryContract } from '../staffEntryContract.ts'
import { readHandedIn, toRow } from './entryRegister.ts'

export const entryDeskHandlers = {
  'GET /staff/award/entry/options': async ({ db }, { callId }) => {
    const calls = await db
      .select({ id: awardCall.id, title: awardCall.title, rules: awardCall.rules })
      .from(awardCall)
      .where(ne(awardCall.state, 'draft'))
      .orderBy(desc(awardCall.year), asc(awardCall.id))
      .limit(200)
    const counted = callId ? calls.filter(({ id }) => id === callId) : calls
    const groups = new Map(counted.flatMap(({ rules }) => rules.groups.map(({ code, name }) => [code, name] as const)))
    return {
      calls: calls.map(({ id, title }) => ({ id, title })),
      groups: [...groups].map(([code, name]) => ({ code, name })),
    }
  },
  /** Detail for reviewers; personal values are masked. */
  'GET /staff/award/entry/detail': async (ctx, { id }) => {
    const [found] = await readHandedIn(ctx, [id])
    if (!found) throw notFound('没有这项申报，或尚未提交')
    const { call, of, fields, values } = found
    const infos = await fileInfos(ctx, Object.values(of.materials).flat())
    const { timeline } = await readProgress(ctx, of, { masked: true })
    return {
      ...toRow(found),
      callId: call.id,
      callTitle: call.title,
      fields,
      form: values,
      materials: call.rules.materials.map(({ code, name }) => ({
        code,
        name,
        files: (of.materials[code] ?? []).flatMap(fileId => infos.get(fileId) ?? []),
      })),
      timeline: timeline.map(({ id, actionName, toName, actorName, opinion, at }) => ({
        id,
        actionName,
        toName,
        actorName,
        opinion,
        at,
      })),
    }
  },
} satisfies Partial<Handlers<typeof staffEntryContract>>
