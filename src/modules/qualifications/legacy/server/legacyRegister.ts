import { eq } from 'drizzle-orm'
import { Refusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Certificate, numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'

type QueryCtx = Pick<Ctx, 'db'>

export async function findByNumber({ db }: QueryCtx, number: string): Promise<Certificate | undefined> {
  const [found] = await db
    .select()
    .from(certificate)
    .where(eq(certificate.numberKey, numberKey(number)))
  return found
}

/** Why the same number in the register stands against it; none where it is nobody's yet, and may be claimed. */
export function obstacleOf(of: Certificate, creditCode: string): string | undefined {
  if (of.register !== 'qualification') return `编号 ${of.number} 在名册中是另一类证书，请核对编号`
  if (of.organisationId !== null)
    return `编号 ${of.number} 已登记给“${of.holderName}”，不能重复登记；内容有误的，请联系协会更正`
  if (of.creditCode && of.creditCode !== creditCode)
    return `编号 ${of.number} 在名册中属于“${of.holderName}”，统一社会信用代码与所填不同，请核对`
}

export async function refuseRegistered(ctx: QueryCtx, { certNo, creditCode }: FormValues): Promise<void> {
  const known = await findByNumber(ctx, String(certNo))
  const why = known && obstacleOf(known, String(creditCode))
  if (why) throw new Refusal(409, why, { certNo: why })
}
