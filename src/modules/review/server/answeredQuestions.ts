import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { FormField } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Application, type Kind, kindOf } from './applicationKinds.ts'
import { storeQuestions } from './questions.ts'
import { application } from './tables.ts'

/** Fixes today's questions for an application that is being handed in, before anything of it is checked. */
export async function fixQuestions(ctx: Pick<Ctx, 'db' | 'now'>, kind: Kind, of: Application): Promise<Application> {
  if (!kind.questions || of.questionsId !== null) return of
  const questionsId = await storeQuestions(ctx, await kind.questions(ctx, of))
  await ctx.db.update(application).set({ questionsId }).where(eq(application.id, of.id))
  return { ...of, questionsId }
}

/** Fixes the questions of what was handed in before versions were stored. To be called before a form changes. */
export async function fixEarlier({ db, now }: Pick<Ctx, 'db' | 'now'>, which: SQL): Promise<void> {
  const earlier = and(which, isNull(application.questionsId), ne(application.state, 'draft'))
  const about = { kind: application.kind, subjectId: application.subjectId }
  for (const { kind, subjectId } of await db.selectDistinct(about).from(application).where(earlier)) {
    const questions = await kindOf({ kind }).questions?.({ db, now }, { subjectId })
    if (!questions) continue
    const same = subjectId === null ? isNull(application.subjectId) : eq(application.subjectId, subjectId)
    const questionsId = await storeQuestions({ db, now }, questions)
    await db
      .update(application)
      .set({ questionsId })
      .where(and(earlier, eq(application.kind, kind), same))
  }
}

/** How many applications have answered a question, and the newest of them. */
export type Answered = { code: string; label: string; count: number; titles: string[] }

/** Counts the answers that were handed in, by question; questions that nobody answered are left out. */
export async function readAnswered({ db }: Pick<Ctx, 'db'>, which: SQL, fields: readonly FormField[]) {
  if (fields.length === 0) return []
  const codes = fields.map(({ name }) => name)
  const { rows } = await db.execute<{ code: string; count: number; titles: string[] }>(sql`
    select code, count(*)::int as count, (array_agg(title order by ${application.id} desc))[1:5] as titles
    from unnest(array[${sql.join(
      codes.map(code => sql`${code}`),
      sql`, `,
    )}]::text[]) code
    join ${application} on ${which} and state <> 'draft' and coalesce(form ->> code, '') not in ('', '[]')
    group by code`)
  return fields.flatMap(({ name, label }): Answered[] => {
    const found = rows.find(({ code }) => code === name)
    return found ? [{ ...found, label }] : []
  })
}
