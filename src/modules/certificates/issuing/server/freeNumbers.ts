import { inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Series } from '#modules/certificates/server/certificateCatalogue.ts'
import { nextNumbers } from '#modules/certificates/server/numbers.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'

const MOST_TAKEN = 10_000

/** The next so many of a series. Numbers that were given by hand before the series got there are passed over. */
export async function freeNumbers(ctx: Pick<Ctx, 'db'>, { prefix, digits }: Series, count: number): Promise<string[]> {
  const free: string[] = []
  for (let seen = 0; free.length < count; ) {
    if (seen > count + MOST_TAKEN) throw conflict(`编号 ${prefix} 一段已基本用完，请填写编号`)
    const next = await nextNumbers(ctx, prefix, count - free.length)
    const numbers = next.map(number => `${prefix}-${String(number).padStart(digits, '0')}`)
    seen += numbers.length
    const taken = await takenOf(ctx, numbers)
    free.push(...numbers.filter(number => !taken.has(numberKey(number))))
  }
  return free
}

async function takenOf({ db }: Pick<Ctx, 'db'>, numbers: string[]): Promise<Set<string>> {
  const keys = numbers.map(numberKey)
  const rows = await db
    .select({ key: certificate.numberKey })
    .from(certificate)
    .where(inArray(certificate.numberKey, keys))
  return new Set(rows.map(({ key }) => key))
}
