import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { permissionCondition } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { isPaymentPaper } from '#modules/files/server/paymentPapers.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { READ_ALL_PERMISSIONS } from '#modules/files/server/reading.ts'
import { file } from '#modules/files/server/tables.ts'
import { defineApplicantProvince } from '#modules/review/server/provinces.ts'
import { application } from '#modules/review/server/tables.ts'
import { organisation, person } from './tables.ts'

defineApplicantProvince(sql<string | null>`coalesce(
  (select ${organisation.provinceCode} from ${organisation} where ${organisation.id} = ${application.organisationId}),
  (select ${person.provinceCode} from ${person} where ${person.id} = ${application.personId}))`)

const ownersProvince = sql<string | null>`coalesce(${organisation.provinceCode}, ${person.provinceCode})`

/** Lets staff limited to some provinces read the files of members there. */
defineFileReader(async (ctx, fileId) => {
  if (ctx.actor.kind !== 'staff') return false
  const where = ownProvinces(ctx)
  if (where.length === 0) return false
  const found = await ctx.db
    .select({ id: file.id })
    .from(file)
    .innerJoin(account, eq(account.id, file.ownerId))
    .leftJoin(organisation, eq(organisation.id, account.organisationId))
    .leftJoin(person, eq(person.id, account.personId))
    .where(and(eq(file.id, fileId), eq(file.isConfined, false), or(...where)))
    .limit(1)
  return found.length > 0
})

function ownProvinces(ctx: Ctx): SQL[] {
  const theirs = (permission: string) =>
    signedInActor(ctx).limited?.[permission] ? permissionCondition(ctx, permission, ownersProvince) : undefined
  const paid = theirs('staff:financeReading')
  return [
    ...READ_ALL_PERMISSIONS.flatMap(permission => theirs(permission) ?? []),
    ...(paid ? [and(paid, isPaymentPaper())!] : []),
  ]
}
