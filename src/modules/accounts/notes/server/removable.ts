import { conflict, forbidden } from '#lib/error.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'

/** Period in ms in which the author may remove a note; after that colleagues may rely on it. */
const REMOVABLE_MS = 10 * 60_000

type Note = { authorId: number; at: Date }

const isOwn = (ctx: Ctx, { authorId }: Note) => authorId === signedInActor(ctx).accountId
const isFresh = ({ now }: Ctx, { at }: Note) => now.getTime() - at.getTime() <= REMOVABLE_MS

export const isRemovable = (ctx: Ctx, note: Note): boolean => isOwn(ctx, note) && isFresh(ctx, note)

export function refuseUnlessRemovable(ctx: Ctx, note: Note): void {
  if (!isOwn(ctx, note)) throw forbidden('只能删除自己写的备注')
  if (!isFresh(ctx, note)) throw conflict('备注超过 10 分钟后不能删除，可以再写一条更正')
}
