import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { hindranceOf } from '#modules/awards/calls/server/openCalls.ts'
import type { Applicant, Application } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { readEntry } from './entries.ts'
import { awardEntry } from './tables.ts'

export const entryApplicant: Applicant = {
  // After the deadline a draft is left as it is; what was sent back may be mended.
  hindrance: async (ctx, of) =>
    of.state === 'draft' ? hindranceOf(ctx, (await readEntry(ctx, of.subjectId!)).call) : null,
  written: keepEntry,
}

/** What lists and rounds sort entries by follows the form. */
async function keepEntry(ctx: Ctx, of: Application): Promise<void> {
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
