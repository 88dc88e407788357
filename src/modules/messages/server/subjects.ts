import { inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Ctx } from '#lib/server/api/context.ts'

type Records = PgTable & { id: PgColumn }

const subjects = new Map<string, Records>()

/** The module that keeps such records says where they are, so that a message can tell that its record is gone. */
export function defineSubject(objectType: string, records: Records): void {
  subjects.set(objectType, records)
}

type About = { objectType: string | null; objectId: number | null }

/** Finds which of these messages are about a deleted record. */
export async function findGone({ db }: Pick<Ctx, 'db'>, about: readonly About[]): Promise<(one: About) => boolean> {
  const gone = new Set<string>()
  const known = about.filter(one => one.objectId !== null && subjects.has(one.objectType ?? ''))
  for (const [objectType, of] of Map.groupBy(known, one => one.objectType!)) {
    const records = subjects.get(objectType)!
    const ids = [...new Set(of.map(({ objectId }) => objectId!))]
    const found = await db
      .select({ id: sql<number>`${records.id}` })
      .from(records)
      .where(inArray(records.id, ids))
    const there = new Set(found.map(({ id }) => id))
    for (const id of ids) if (!there.has(id)) gone.add(`${objectType} ${id}`)
  }
  return ({ objectType, objectId }) => gone.has(`${objectType} ${objectId}`)
}
