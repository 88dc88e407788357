import { eq } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { organisationKey, personKey } from '#lib/server/search/names.ts'
import { record } from '#modules/audit/server/record.ts'
import { isHeldByPerson } from '#modules/certificates/holder.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { issuingContract } from '../contract.ts'
import { lockCertificate } from './acts.ts'
import { findHolder } from './holders.ts'

type Link = (typeof issuingContract)['POST /staff/certificate/link']

/** Binds a certificate of nobody in the register to its holder, who sees it from then on and is told of its end. */
export async function linkHolder(ctx: Ctx, { holderId, ...given }: Parsed<Link>): Promise<Output<Link>> {
  return inTransaction(ctx, async tx => {
    const of = await lockCertificate(tx, given)
    const whose = isHeldByPerson(of) ? { personId: holderId } : { organisationId: holderId }
    if ((isHeldByPerson(of) ? of.personId : of.organisationId) !== null)
      throw conflict('这张证书已经关联持证者，请刷新后查看')
    const holder = await findHolder(tx, whose)
    if (!holder) throw invalid('没有找到这个持证者', { holderId: '请重新选择' })
    const key = isHeldByPerson(of) ? personKey : organisationKey
    if (key(holder.holderName) !== key(of.holderName))
      throw invalid('所选的不是证书上的持证者', {
        holderId: `证书上写的是“${of.holderName}”，所选为“${holder.holderName}”；证书写错或名称已变更的，请先更正证书`,
      })
    const provinceCode = of.provinceCode ?? holder.provinceCode
    await tx.db
      .update(certificate)
      .set({ ...whose, provinceCode })
      .where(eq(certificate.id, of.id))
    await record(tx, {
      action: 'certificate.link',
      objectType: 'certificate',
      objectId: of.id,
      objectName: of.number,
      detail: { holderName: of.holderName, holderId },
    })
    return { id: of.id, number: of.number }
  })
}

export const linkingHandlers = {
  'POST /staff/certificate/link': linkHolder,
} satisfies Partial<Handlers<typeof issuingContract>>
