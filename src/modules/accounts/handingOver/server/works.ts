import { byOrder, type Ordered } from '#lib/byOrder.ts'
import type { Ctx } from '#lib/server/api/context.ts'

export type Piece = { id: number; title: string; note: string; route: string }
export type Parties = { fromId: number; toId: number }

/** A kind of work assigned to staff by name. The module that owns it lists the items and moves them. */
export type Work = Ordered & {
  name: string
  permission: `staff:${string}`
  of: (ctx: Ctx, accountId: number) => Promise<Piece[]>
  /** Moves one item. Returns a description of what was done; throws if it cannot be moved. */
  move: (ctx: Ctx, id: number, parties: Parties) => Promise<string>
}

const kindsOfWork = new Map<string, Work>()

export function defineWork(code: string, work: Work): void {
  if (kindsOfWork.has(code)) throw new Error(`there are two kinds of work ${code}`)
  kindsOfWork.set(code, work)
}

export const findWork = (code: string): Work | undefined => kindsOfWork.get(code)
export const allWorks = (): [string, Work][] => [...kindsOfWork].sort(([, one], [, other]) => byOrder(one, other))
