import { eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { type FormValues, rowsIn } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { readChanges } from '#modules/members/server/changes.ts'
import { recordEdit } from '#modules/members/server/organisationRegister.ts'
import { person } from '#modules/members/server/tables.ts'
import { readPublicWordRule } from '#modules/settings/server/publicWords.ts'
import { expertFields } from '../expertForm.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import { expertForm, expertValues, findExpert, tieForm } from './expertFile.ts'
import type { Expert } from './experts.ts'
import { expert, expertTie } from './tables.ts'

type Save = (typeof staffExpertsContract)['POST /staff/expert/save']

export const expertRegisterHandlers = {
  'POST /staff/expert/save': (ctx, given) =>
    inTransaction(ctx, async tx => {
      if (given.personId) await findPerson(tx, given.personId)
      const { id, version } =
        given.id === undefined ? await addExpert(tx, given) : await editExpert(tx, given.id, given)
      return { id, version }
    }),
} satisfies Partial<Handlers<typeof staffExpertsContract>>

async function findPerson({ db }: Ctx, id: number): Promise<void> {
  const [found] = await db.select({ id: person.id }).from(person).where(eq(person.id, id))
  if (!found) throw invalid('没有这个人', { personId: '请从列表中选择' })
}

async function addExpert(ctx: Ctx, { form, personId = null }: Parsed<Save>): Promise<Expert> {
  const { values, errors } = readForm(expertFields, form, {
    whole: true,
    today: dayOf(ctx.now),
    words: await readPublicWordRule(ctx),
  })
  const wrong = { ...errors, ...daysIn(values) }
  if (Object.keys(wrong).length) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  const id = await enterExpert(ctx, values, personId)
  const of = await findExpert(ctx, id)
  const about = { action: 'expert.add', objectType: 'expert', objectId: id, objectName: of.name }
  await recordEdit(ctx, about, expertFields, {}, values)
  return of
}

/** A new one, with what ties it. */
export async function enterExpert(
  ctx: Pick<Ctx, 'db' | 'encryption' | 'now'>,
  values: FormValues,
  personId: number | null,
): Promise<number> {
  const at = { createdAt: ctx.now, updatedAt: ctx.now }
  const [made] = await ctx.db
    .insert(expert)
    .values({ ...expertForm(ctx).rowOf(values), ...at, personId })
    .returning({ id: expert.id })
  await writeTies(ctx, made!.id, values)
  return made!.id
}

async function editExpert(ctx: Ctx, id: number, { version, form, personId }: Parsed<Save>): Promise<Expert> {
  const [of] = await ctx.db.select().from(expert).where(eq(expert.id, id)).for('update')
  if (!of) return findExpert(ctx, id)
  if (of.version !== version) throw conflict(await conflictMessage(ctx, { objectType: 'expert', objectId: id }))
  const before = await expertValues(ctx, of)
  const changes = readChanges(ctx, expertFields, before, form, { words: await readPublicWordRule(ctx, before) })
  const wrong = daysIn(changes)
  if (Object.keys(wrong).length) throw invalid('有日期需要更正', wrong)
  const moves = personId !== undefined && personId !== of.personId
  if (Object.keys(changes).length === 0 && !moves) return of
  const [written] = await ctx.db
    .update(expert)
    .set({
      ...expertForm(ctx).columnsOf(changes),
      ...(moves && { personId }),
      version: of.version + 1,
      updatedAt: ctx.now,
    })
    .where(eq(expert.id, id))
    .returning()
  if ('ties' in changes) await writeTies(ctx, id, changes)
  const about = { action: 'expert.edit', objectType: 'expert', objectId: id, objectName: written!.name }
  if (Object.keys(changes).length) await recordEdit(ctx, about, expertFields, before, changes)
  if (moves)
    await recordChange(ctx, { ...about, before: { personId: of.personId }, after: { personId: written!.personId } })
  return written!
}

async function writeTies({ db }: Pick<Ctx, 'db'>, expertId: number, values: FormValues) {
  await db.delete(expertTie).where(eq(expertTie.expertId, expertId))
  const rows = rowsIn(values, 'ties').map(tie => ({ ...tieForm.rowOf(tie), expertId }))
  if (rows.length) await db.insert(expertTie).values(rows)
}

/** Errors of ties that end before they begin. */
const daysIn = (values: FormValues): Record<string, string> =>
  Object.fromEntries(
    rowsIn(values, 'ties').flatMap(({ fromDay, toDay }, i) =>
      fromDay && toDay && fromDay > toDay ? [[`ties.${i}.toDay`, '结束的日期早于开始的日期']] : [],
    ),
  )
