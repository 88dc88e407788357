import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { record } from '#modules/audit/server/record.ts'
import { apart } from '#modules/members/server/organisationFile.ts'
import { person } from '#modules/members/server/tables.ts'
import { expertFields } from '../expertForm.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import { tieNames } from '../ties.ts'
import { type Expert, toRows } from './experts.ts'
import { expert } from './tables.ts'
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
      fields: expertFields,
      ...apart(expertFields, values),
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
    return { mobile: mobileSealed && ctx.sealer.open(mobileSealed) }
  },
} satisfies Partial<Handlers<Endpoints>>

export async function findExpert({ db }: Pick<Ctx, 'db'>, id: number): Promise<Expert> {
  const [found] = await db.select().from(expert).where(eq(expert.id, id))
  if (!found) throw notFound('没有这位专家')
  return found
}

async function personOf({ db }: Ctx, { personId }: Expert) {
  if (personId === null) return null
  const columns = { id: person.id, name: person.name, employer: person.employer }
  const [found] = await db.select(columns).from(person).where(eq(person.id, personId))
  return found ?? null
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')

/** As its form has it. */
export async function expertValues(ctx: Pick<Ctx, 'db' | 'sealer'>, of: Expert): Promise<FormValues> {
  const written = (await tiesOf(ctx, [of.id])).filter(({ isRegistered }) => !isRegistered)
  const values: FormValues = {
    name: of.name,
    jobTitle: of.jobTitle,
    specialities: of.specialities.join('、'),
    provinceCode: of.provinceCode,
    email: of.email,
    remark: of.remark,
    mobile: of.mobileSealed && ctx.sealer.open(of.mobileSealed),
    mayLead: yesOrNo(of.mayLead),
    isActive: yesOrNo(of.isActive),
    ties: written.map(({ kind, organisationName, creditCode, fromDay, toDay }) =>
      filled({ kind, organisationName, creditCode, fromDay, toDay }),
    ),
  }
  return filled(values)
}

/** Without what is empty, as a form that was read has it. */
const filled = <Value>(values: Record<string, Value>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Record<string, Value>
