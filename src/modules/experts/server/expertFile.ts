import { asc, eq, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { type AllValuesOf, type FormValues, withoutEmpty } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm, elsewhere } from '#lib/server/forms/bindForm.ts'
import { encryptedIn } from '#lib/server/forms/formExceptions.ts'
import { record } from '#modules/audit/server/record.ts'
import { splitMasked } from '#modules/members/server/organisationFile.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { expertFields, tieColumns } from '../expertForm.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import { tieNames } from '../ties.ts'
import { type Expert, toRows } from './experts.ts'
import { expert, expertTie } from './tables.ts'
import { countsUntil, periodOf, stillCounts, tiesOf } from './ties.ts'

type Endpoints = typeof staffExpertsContract

export const expertFileHandlers = {
  'GET /staff/expert/detail': async (ctx, { id }) => {
    const of = await findExpert(ctx, id)
    const [rows, ties, values, person] = await Promise.all([
      toRows(ctx, [of]),
      tiesOf(ctx, [id]),
      expertValues(ctx, of),
      personOf(ctx, of),
    ])
    const today = dayOf(ctx.now)
    return {
      ...rows[0]!,
      version: of.version,
      fields: [...expertFields],
      ...splitMasked(expertFields, values),
      email: of.email,
      remark: of.remark,
      person,
      ties: ties.map(tie => ({
        kindName: tieNames[tie.kind],
        organisationName: tie.organisationName,
        creditCode: tie.creditCode,
        period: periodOf(tie),
        isRegistered: tie.isRegistered,
        countsUntil: countsUntil(tie),
        counts: stillCounts(tie, today),
      })),
    }
  },
  'POST /staff/expert/reveal': async (ctx, { id }) => {
    const { name, mobileSealed } = await findExpert(ctx, id)
    await record(ctx, { action: 'expert.reveal', objectType: 'expert', objectId: id, objectName: name })
    return { mobile: mobileSealed && ctx.encryption.decrypt(mobileSealed) }
  },
} satisfies Partial<Handlers<Endpoints>>

export async function findExpert({ db }: Pick<Ctx, 'db'>, id: number): Promise<Expert> {
  const [found] = await db.select().from(expert).where(eq(expert.id, id))
  if (!found) throw notFound('没有这位专家')
  return found
}

async function personOf({ db }: Ctx, { personId }: Expert) {
  if (personId === null) return null
  const employer = sql<string>`coalesce(${organisation.name}, ${person.employer})`
  const [found] = await db
    .select({ id: person.id, name: person.name, employer })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .where(eq(person.id, personId))
  return found ?? null
}

export const expertForm = ({ encryption }: Pick<Ctx, 'encryption'>) =>
  bindForm(expertFields, expert, {
    specialities: {
      read: ({ specialities }) => specialities.join('、'),
      write: typed => ({ specialities: [...new Set((typed ?? '').split(/[、，,；;\s]+/).filter(Boolean))] }),
    },
    mobile: encryptedIn(encryption, 'mobile'),
    ties: elsewhere,
  }).besides({ id: true, personId: true, version: true, createdAt: true, updatedAt: true })

export const tieForm = bindForm(tieColumns, expertTie, {}).besides({ id: true, expertId: true })

export async function expertValues(ctx: Pick<Ctx, 'db' | 'encryption'>, of: Expert): Promise<FormValues> {
  const written = await ctx.db.select().from(expertTie).where(eq(expertTie.expertId, of.id)).orderBy(asc(expertTie.id))
  const values: AllValuesOf<typeof expertFields> = {
    ...expertForm(ctx).valuesOf(of),
    ties: written.map(tie => withoutEmpty(tieForm.valuesOf(tie))),
  }
  return withoutEmpty(values)
}
