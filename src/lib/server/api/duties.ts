import { hasDuty, missingDutyMessage, type NeededDuties } from '../../access/duties.ts'
import type { Endpoint, Key } from '../../contract.ts'
import { conflict, forbidden } from '../../error.ts'
import type { Ctx } from './context.ts'

type WithActor = Pick<Ctx, 'actor'>

/** Refuses a call to who acts for a company without the duty that it takes. */
export function refuseDuty({ actor }: WithActor, key: Key, { duties, self }: Endpoint, input: unknown): void {
  if (self) return
  const needed = typeof duties === 'function' ? duties(input) : (duties ?? [key.startsWith('GET ') ? 'reading' : 'all'])
  if (!mayActFor({ actor }, needed)) throw forbidden(missingDutyMessage(needed))
}

/** Whether the caller may do what takes one of these duties: everybody but a clerk without them. */
export const mayActFor = ({ actor }: WithActor, needed: NeededDuties): boolean =>
  actor.kind === 'anonymous' || !actor.clerk || hasDuty(actor.clerk, needed)

/** The same call, made for oneself by who acts for a company. */
export function actAsSelf(ctx: Ctx): Ctx {
  const { actor } = ctx
  if (actor.kind === 'anonymous' || !actor.clerk) return ctx
  const { kind, accountId, userName } = actor.clerk
  return { ...ctx, actor: { ...actor, kind, accountId, userName, clerk: undefined } }
}

/** A window that still shows one company does nothing for another, to which the visitor has changed elsewhere. */
export function refuseOtherAccount({ actor, headers }: Pick<Ctx, 'actor' | 'headers'>): void {
  if (actor.kind === 'anonymous' || !headers.account || headers.account === String(actor.accountId)) return
  throw conflict('您已在另一个窗口换到别的单位办理，为免办错，请刷新页面；已填写的内容可先复制')
}
