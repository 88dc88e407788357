import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import type { NewCertificate } from '#modules/certificates/server/register.ts'

export type HolderRef = { organisationId?: number; personId?: number }
/** Holder data as printed on a certificate. `publishedAt`: time from which the public may see it. */
export type Holder = Pick<
  NewCertificate,
  'holderName' | 'organisationName' | 'organisationId' | 'personId' | 'creditCode' | 'provinceCode' | 'publishedAt'
>
type Find = (ctx: Pick<Ctx, 'db' | 'now'>, whose: HolderRef) => Promise<Holder | undefined>

const holders = hook<Find>('the holders of certificates')

/** The module that knows organisations and persons says who they are. */
export const defineHolders = holders.define
export const findHolder: Find = (ctx, whose) => holders.get()(ctx, whose)
