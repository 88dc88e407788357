import type { Ctx } from '#lib/server/api/context.ts'

export type Piece = { id: number; title: string; note: string; route: string }
export type Parties = { fromId: number; toId: number }

/** Something that lies with one of the staff by name. The module that knows it says what lies there, and how it moves. */
export type Work = {
  name: string
  /** Who may move it. */
  permission: `staff:${string}`
  of: (ctx: Ctx, accountId: number) => Promise<Piece[]>
  /** One piece; says what was done, or throws why not. */
  move: (ctx: Ctx, id: number, parties: Parties) => Promise<string>
}

const known = new Map<string, Work>()

export function defineWork(code: string, work: Work): void {
  if (known.has(code)) throw new Error(`there are two kinds of work ${code}`)
  known.set(code, work)
}

export const findWork = (code: string): Work | undefined => known.get(code)
export const allWorks = (): [string, Work][] => [...known]
