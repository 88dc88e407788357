import { inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Series } from '#modules/certificates/server/certificateCatalogue.ts'
import { lastNumber, nextNumbers } from '#modules/certificates/server/numbers.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'

const MAX_TAKEN_NUMBERS = 10_000

/** The next so many of a series. Numbers that were given by hand before the series got there are passed over. */
export async function freeNumbers(ctx: Pick<Ctx, 'db'>, { prefix, digits }: Series, count: number): Promise<string[]> {
  const free: string[] = []
  for (let seen = 0; free.length < count; ) {
    if (seen > count + MAX_TAKEN_NUMBERS) throw conflict(`编号 ${prefix} 一段已基本用完，请填写编号`)
    const next = await nextNumbers(ctx, prefix, count - free.length)
    const numbers = next.map(number => numberIn({ prefix, digits }, number))
    seen += numbers.length
    const taken = await takenOf(ctx, numbers)
    free.push(...numbers.filter(number => !taken.has(numberKey(number))))
  }
  return free
}

/** The one that whoever asks next will be given; asking takes none. */
export async function nextFreeNumber(ctx: Pick<Ctx, 'db'>, { prefix, digits }: Series): Promise<string> {
  for (let last = await lastNumber(ctx, prefix); ; last += NUMBERS_PER_QUERY) {
    const numbers = Array.from({ length: NUMBERS_PER_QUERY }, (_, i) => numberIn({ prefix, digits }, last + 1 + i))
    const taken = await takenOf(ctx, numbers)
    const free = numbers.find(number => !taken.has(numberKey(number)))
    if (free) return free
  }
}
const NUMBERS_PER_QUERY = 50

const numberIn = ({ prefix, digits }: Series, number: number) => `${prefix}-${String(number).padStart(digits, '0')}`

async function takenOf({ db }: Pick<Ctx, 'db'>, numbers: string[]): Promise<Set<string>> {
  const keys = numbers.map(numberKey)
  const rows = await db
    .select({ key: certificate.numberKey })
    .from(certificate)
    .where(inArray(certificate.numberKey, keys))
  return new Set(rows.map(({ key }) => key))
}
