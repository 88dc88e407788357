import { dutyNames, type NeededDuties, OWNER } from '../../access/duties.ts'
import type { Endpoint, Key } from '../../contract.ts'
import { conflict, forbidden } from '../../error.ts'
import type { Clerk, Ctx } from './context.ts'

type WithActor = Pick<Ctx, 'actor'>

/** Refuses a call to who acts for a company without the duty that it takes. */
export function refuseDuty({ actor }: WithActor, key: Key, { duties, self }: Endpoint, input: unknown): void {
  if (actor.kind === 'anonymous' || !actor.clerk || self) return
  const needed = typeof duties === 'function' ? duties(input) : (duties ?? [key.startsWith('GET ') ? 'reading' : 'all'])
  if (!hasDuty(actor.clerk, needed)) throw forbidden(sentenceFor(needed))
}

/** Whether a clerk has any of the needed duties. */
const hasDuty = ({ isOwner, duties }: Clerk, needed: NeededDuties): boolean =>
  isOwner ||
  needed.includes('reading') ||
  needed.some(duty => duty !== OWNER && (duties.includes('all') || duties.includes(duty)))

function sentenceFor(needed: NeededDuties): string {
  const names = needed.flatMap(duty => (duty === OWNER || duty === 'all' ? [] : `“${dutyNames[duty]}”`))
  if (names.length > 0) return `您作为经办人没有${names.join('或')}的权限，请由本单位有此权限的同事办理，或请负责人调整`
  if (needed.includes('all')) return '这项操作须由本单位负责人，或有“全部事项”权限的经办人办理'
  return '这项操作须由本单位负责人办理'
}

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
