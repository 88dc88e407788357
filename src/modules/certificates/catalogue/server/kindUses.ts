import { count, eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Register } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'

type Asking = Pick<Ctx, 'db'>
type Kind = { id: number; code: string }
/** Number of records that name a kind, by its id or its code; `levelCode` is empty where they name no level. */
export type KindUse = { kindId?: number; kindCode?: string; levelCode: string; count: number }
type Source = {
  register: Register
  /** Name with its measure word: 个培训班. */
  called: string
  read: (ctx: Asking) => Promise<KindUse[]>
}

const sources: Source[] = []

/** Modules tell here which of their records name kinds: a kind that is named is not deleted. */
export function defineKindUses(source: Source): void {
  sources.push(source)
}

export const CERTIFICATES = '张证书'
const certificatesIn = (register: Register): Source => ({
  register,
  called: CERTIFICATES,
  read: ({ db }) =>
    db
      .select({ kindCode: certificate.kindCode, levelCode: certificate.levelCode, count: count() })
      .from(certificate)
      .where(eq(certificate.register, register))
      .groupBy(certificate.kindCode, certificate.levelCode),
})

export type CountedUse = KindUse & Pick<Source, 'called'>

/** Reads which records name kinds of a register; answers those of one kind. */
export async function readKindUses(ctx: Asking, register: Register): Promise<(kind: Kind) => CountedUse[]> {
  const all: CountedUse[] = []
  for (const { called, read } of [certificatesIn(register), ...sources.filter(each => each.register === register)])
    for (const use of await read(ctx)) all.push({ ...use, called })
  return ({ id, code }) => all.filter(({ kindId, kindCode }) => kindId === id || kindCode === code)
}

/** 3 张证书、1 个培训班; empty where there are none. */
export function describeUses(uses: readonly CountedUse[]): string {
  const counts = new Map<string, number>()
  for (const { called, count } of uses) counts.set(called, (counts.get(called) ?? 0) + count)
  return [...counts].map(([called, count]) => `${count} ${called}`).join('、')
}

export const sumOf = (uses: readonly { count: number }[]): number => uses.reduce((sum, { count }) => sum + count, 0)
