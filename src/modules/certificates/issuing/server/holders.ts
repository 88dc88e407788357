import type { Ctx } from '#lib/server/api/context.ts'
import type { NewCertificate } from '#modules/certificates/server/register.ts'

export type HolderRef = { organisationId?: number; personId?: number }
/** Holder data as printed on a certificate. `publishedAt`: time from which the public may see it. */
export type Holder = Pick<
  NewCertificate,
  'holderName' | 'organisationName' | 'organisationId' | 'personId' | 'creditCode' | 'provinceCode' | 'publishedAt'
>
type Find = (ctx: Pick<Ctx, 'db' | 'now'>, whose: HolderRef) => Promise<Holder | undefined>

let find: Find | undefined

/** The module that knows organisations and persons says who they are. */
export function defineHolders(by: Find): void {
  find = by
}

export const findHolder: Find = async (ctx, whose) => find?.(ctx, whose)
