import { createHash } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import type { DesignLayout, SnapshotLayout } from '../designSchema.ts'
import { certificateDesign, certificateLook } from './tables.ts'

type Design = typeof certificateDesign.$inferSelect
type KindRef = { register: string; kindCode: string }
type Writing = Pick<Ctx, 'db' | 'now'>

export const readDesigns = ({ db }: Pick<Ctx, 'db'>): Promise<Design[]> =>
  db.select().from(certificateDesign).orderBy(asc(certificateDesign.id))

/** Names every kind of a register that no design names itself. */
export const everyKindOf = (register: string) => `*${register}`

const designFor = (designs: readonly Design[], { register, kindCode }: KindRef): Design | undefined =>
  designs.find(({ kinds }) => kinds.includes(kindCode)) ??
  designs.find(({ kinds }) => kinds.includes(everyKindOf(register)))

/**
 * Returns a function from kind to the design snapshot under which its certificates are issued today; null: the built-in
 * sheet.
 */
export async function designSnapshotsFor(
  ctx: Writing,
  rows: readonly KindRef[],
): Promise<(row: KindRef) => number | null> {
  const designs = await readDesigns(ctx)
  const used = new Set(rows.flatMap(row => designFor(designs, row) ?? []))
  const looks = new Map<Design, number>()
  for (const design of used) {
    const { id: _, name: __, kinds: ___, updatedAt: ____, ...drafted } = design
    looks.set(design, await storeSnapshot(ctx, await currentSnapshot(ctx, drafted)))
  }
  return row => looks.get(designFor(designs, row)!) ?? null
}

export type DesignSnapshot = { drawn: SnapshotLayout; backgroundId: number | null; sealId: number | null }
type Drafted = DesignLayout & { backgroundId: number | null }

/** A design with the colours, the name and the seal of today. */
export async function currentSnapshot(
  ctx: Pick<Ctx, 'db'>,
  { backgroundId, ...drawn }: Drafted,
): Promise<DesignSnapshot> {
  const { main, accent } = drawn.colours === 'own' ? drawn : await readGroup(ctx, 'colours')
  const { nameEn } = await readGroup(ctx, 'association')
  const { file } = await readGroup(ctx, 'seal')
  return {
    drawn: { ...drawn, main, accent, issuerSecond: nameEn },
    backgroundId,
    sealId: drawn.seal === 'printed' ? file : null,
  }
}

async function storeSnapshot({ db, now }: Writing, look: DesignSnapshot): Promise<number> {
  const { drawn, backgroundId, sealId } = look
  const named = Object.entries(drawn).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const digest = createHash('sha256')
    .update(JSON.stringify([named, backgroundId, sealId]))
    .digest('base64url')
  await db
    .insert(certificateLook)
    .values({ ...look, digest, createdAt: now })
    .onConflictDoNothing()
  const [kept] = await db
    .select({ id: certificateLook.id })
    .from(certificateLook)
    .where(eq(certificateLook.digest, digest))
  return kept!.id
}

export async function readSnapshot({ db }: Pick<Ctx, 'db'>, id: number): Promise<DesignSnapshot> {
  const [found] = await db.select().from(certificateLook).where(eq(certificateLook.id, id))
  return found!
}
