import { asc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Account } from '#modules/accounts/server/sessions.ts'
import { statusNames, statusOf } from '#modules/adverts/advertStatus.ts'
import { advert, advertFee } from '#modules/adverts/server/tables.ts'

/** The adverts that were drawn up with this account; what was filled in stands with the applications. */
export async function advertsOf({ db, now }: Ctx, { id }: Account) {
  const rows = await db
    .select({ advert, fee: advertFee })
    .from(advert)
    .leftJoin(advertFee, eq(advertFee.advertId, advert.id))
    .where(eq(advert.accountId, id))
    .orderBy(asc(advert.id))
  return rows.map(({ advert: of, fee }) => ({
    number: of.number,
    title: of.title,
    position: of.position,
    startsOn: of.startsOn,
    endsOn: of.endsOn,
    status: statusNames[statusOf(of, dayOf(now))],
    alt: of.alt,
    linkUrl: of.linkUrl,
    fee: fee && {
      amount: fee.amount,
      paidOn: fee.paidOn,
      payer: fee.payer,
      invoiceTitle: fee.invoiceTitle,
      invoiceCreditCode: fee.invoiceCreditCode,
      invoiceEmail: fee.invoiceEmail,
    },
  }))
}
