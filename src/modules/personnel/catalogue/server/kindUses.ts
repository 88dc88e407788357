import { count, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { personnelKind, studyHours } from '#modules/personnel/server/tables.ts'

/** Number of records that refer to a kind or one of its levels; `levelCode` is empty when no level is named. */
export type KindUse = { kindId: number; levelCode: string; count: number }
type Asking = Pick<Ctx, 'db'>
type Uses = {
  /** Name with its measure word: 个培训班. */
  called: string
  /** The records store the code of the kind, not its id. */
  byCode?: boolean
  read: (ctx: Asking) => Promise<KindUse[]>
}

const sorts: Uses[] = []

/** Records of modules that build on this one tell here which kinds they name: what is named is retired, not deleted. */
export function defineKindUses(uses: Uses): void {
  sorts.push(uses)
}

export const CERTIFICATES = '张证书'
defineKindUses({
  called: CERTIFICATES,
  byCode: true,
  read: ({ db }) => {
    const counted = db
      .select({ code: certificate.kindCode, levelCode: certificate.levelCode, count: count().as('count') })
      .from(certificate)
      .where(eq(certificate.register, 'personnel'))
      .groupBy(certificate.kindCode, certificate.levelCode)
      .as('counted')
    return db
      .select({ kindId: personnelKind.id, levelCode: counted.levelCode, count: counted.count })
      .from(counted)
      .innerJoin(personnelKind, eq(personnelKind.code, counted.code))
  },
})

defineKindUses({
  called: '条学时记录',
  byCode: true,
  read: async ({ db }) => {
    const rows = await db
      .select({ kindId: personnelKind.id, count: count() })
      .from(studyHours)
      .innerJoin(personnelKind, eq(personnelKind.code, studyHours.certificateKind))
      .where(isNotNull(studyHours.certificateKind))
      .groupBy(personnelKind.id)
    return rows.map(row => ({ ...row, levelCode: '' }))
  },
})

export type CountedUse = KindUse & Pick<Uses, 'called' | 'byCode'>

/** Reads all references to kinds from every registered source. */
export async function readKindUses(ctx: Asking): Promise<CountedUse[]> {
  const read: CountedUse[] = []
  for (const { called, byCode, read: readSort } of sorts)
    for (const use of await readSort(ctx)) read.push({ ...use, called, byCode })
  return read
}

/** 3 张证书、1 个培训班; empty where there are none. */
export function describeUses(uses: readonly CountedUse[]): string {
  const counts = new Map<string, number>()
  for (const { called, count } of uses) counts.set(called, (counts.get(called) ?? 0) + count)
  return [...counts].map(([called, count]) => `${count} ${called}`).join('、')
}

export const sumOf = (uses: readonly KindUse[]): number => uses.reduce((sum, { count }) => sum + count, 0)
