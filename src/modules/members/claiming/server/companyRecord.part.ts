import { eq } from 'drizzle-orm'
import { defineCompanyRecord } from '#modules/accounts/server/companyRecords.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { companyWith } from './claims.ts'

defineCompanyRecord(async (ctx, creditCode) => {
  if (await companyWith(ctx, creditCode)) return true
  const [named] = await ctx.db
    .select({ id: certificate.id })
    .from(certificate)
    .where(eq(certificate.creditCode, creditCode))
    .limit(1)
  return named !== undefined
})
