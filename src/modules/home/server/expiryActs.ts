import { inArray } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { beginAddress } from '#modules/qualifications/applying/applicationTypes.ts'
import { offersOf } from '#modules/qualifications/applying/server/own.ts'
import { readExpiries } from './expiries.ts'
import type { Owner } from './owner.ts'

/** What of the caller's ends, each with what can be done about it here. */
export async function expiriesWithActs(ctx: Ctx, owner: Owner, within: number) {
  const expiries = await readExpiries(ctx, owner, within)
  const ids = expiries.map(({ certId }) => certId)
  const rows = await ctx.db.select().from(certificate).where(inArray(certificate.id, ids))
  const offers = await offersOf(
    ctx,
    rows.filter(({ personId }) => personId === null),
  )
  return expiries.map(({ personId, ...expiry }) => {
    const renewal = offers.get(expiry.certId)?.find(({ type }) => type === 'renewal')
    return { ...expiry, act: renewal ? actOf(expiry.certId, renewal) : personOf(owner, personId) }
  })
}

type Renewal = { hindrance: string | null; applicationId: number | null }

function actOf(certId: number, { hindrance, applicationId }: Renewal) {
  if (applicationId) return { name: '查看换证进度', route: `/admin/user/doing/${applicationId}` }
  return hindrance === null ? { name: '换证', route: beginAddress('renewal', certId) } : null
}

/** A company looks after the hours of study that its people need. */
const personOf = ({ organisation }: Owner, personId: number | null) =>
  organisation && personId !== null ? { name: '查看学时', route: `/admin/user/persons/${personId}` } : null
