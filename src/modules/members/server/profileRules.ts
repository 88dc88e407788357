import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Demands, ProfileKind } from '../profileRules.ts'
import { profileRule } from './tables.ts'

/** Reads what the association has decided of the profile's fields. */
export async function readDemands({ db }: Pick<Ctx, 'db'>, kind: ProfileKind): Promise<Demands> {
  const [rule] = await db.select().from(profileRule).where(eq(profileRule.kind, kind))
  const demands = rule?.demands ?? {}
  return demands.phone === 'hidden' ? { ...demands, phoneIsPublic: 'hidden' } : demands
}

/** A field that something else of the program goes by, and what; it cannot be left unasked meanwhile. */
export type ProfileUse = { kind: ProfileKind; name: string; why: string }
type ReadUses = (ctx: Pick<Ctx, 'db'>) => Promise<ProfileUse[]>

const readers: ReadUses[] = []

export const defineProfileUses = (read: ReadUses) => void readers.push(read)

export const profileUses = async (ctx: Pick<Ctx, 'db'>, kind: ProfileKind): Promise<ProfileUse[]> =>
  (await Promise.all(readers.map(read => read(ctx)))).flat().filter(use => use.kind === kind)
