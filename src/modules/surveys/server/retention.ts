import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import type { StoredForm } from '#lib/server/encryption/encryptedForm.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { allFields } from '../question.ts'
import { named, readVersions, type Survey } from './surveys.ts'
import { survey, surveyAnswer, surveyRespondent } from './tables.ts'

/** Kinds of answers that say who somebody is, or are files in which it may stand. */
const IDENTIFYING = ['personName', 'organisationName', 'mobile', 'phone', 'email', 'creditCode', 'file']

/**
 * Job: some months after a survey was closed, cuts its answers off the list, empties what says who answered, and deletes
 * drafts and codes. Counts and the other answers stay; files go with the sweep of files that nothing refers to.
 */
export async function eraseOldAnswers(ctx: Ctx): Promise<void> {
  const end = sql`coalesce(${survey.closedAt}, ${survey.closesAt})`
  const due = await ctx.db
    .select()
    .from(survey)
    .where(
      and(
        isNull(survey.erasedAt),
        sql`${end} < ${ctx.now.toISOString()}::timestamptz - make_interval(months => ${survey.keptMonths})`,
      ),
    )
  for (const of of due) await inTransaction(ctx, tx => eraseNames(tx, of))
}

/** Cuts the answers of an account that is deleted off its name; those of a company stay the company's. */
export async function eraseAnswersOf({ db }: Pick<Ctx, 'db'>, accountId: number): Promise<void> {
  const [own] = await db.select().from(account).where(eq(account.id, accountId))
  const isOwn = or(
    eq(surveyRespondent.accountId, accountId),
    own?.personId ? eq(surveyRespondent.personId, own.personId) : undefined,
  )
  const ids = db.select({ id: surveyRespondent.id }).from(surveyRespondent).where(isOwn)
  await db.delete(surveyAnswer).where(and(inArray(surveyAnswer.respondentId, ids), isNull(surveyAnswer.handedInOn)))
  await db.update(surveyAnswer).set({ respondentId: null, filledBy: [] }).where(inArray(surveyAnswer.respondentId, ids))
  await db.update(surveyRespondent).set({ name: '已注销', tokenHash: null }).where(isOwn)
}

async function eraseNames(ctx: Ctx, of: Survey): Promise<void> {
  await ctx.db.select().from(survey).where(eq(survey.id, of.id)).for('update')
  await ctx.db.delete(surveyAnswer).where(and(eq(surveyAnswer.surveyId, of.id), isNull(surveyAnswer.handedInOn)))
  await ctx.db.update(surveyAnswer).set({ respondentId: null, filledBy: [] }).where(eq(surveyAnswer.surveyId, of.id))
  await ctx.db
    .update(surveyRespondent)
    .set({ tokenHash: null, lateUntil: null })
    .where(eq(surveyRespondent.surveyId, of.id))
  for (const { id, questions } of await readVersions(ctx, of)) {
    const gone = allFields(questions)
      .filter(({ kind, personal }) => personal || IDENTIFYING.includes(kind))
      .map(({ name }) => name)
    if (gone.length > 0)
      await ctx.db
        .update(surveyAnswer)
        .set({ form: sql<StoredForm>`${surveyAnswer.form} - ${sql.param(gone)}::text[]` })
        .where(eq(surveyAnswer.versionId, id))
  }
  await ctx.db.update(survey).set({ erasedAt: ctx.now }).where(eq(survey.id, of.id))
  await record(ctx, { action: 'survey.erase', ...named(of) })
}
