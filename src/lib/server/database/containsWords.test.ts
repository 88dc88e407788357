import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { containsWords, isSameName } from './containsWords.ts'

setUpSite()

const holds = async (condition: ReturnType<typeof sql>) =>
  (await site.services.db.execute<{ holds: boolean }>(sql`select ${condition} as holds`)).rows[0]!.holds

test('every sign that can be typed means itself, and makes no pattern of the words', async () => {
  const signs = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  for (const sign of [...signs, '（', '】', '·', '”', '—', '〔', '℃', '㎡', 'Ⅱ', '①', '…', '𠮷']) {
    const text = sql`${`甲${sign}乙`}::text`
    expect(await holds(containsWords(text, `${sign}乙`)), sign).toBe(true)
    expect(await holds(containsWords(sql`${'甲乙丙'}::text`, sign)), sign).toBe(false)
  }
  expect(await holds(containsWords(sql`${'甲(乙'}::text`, '.*'))).toBe(false)
  expect(await holds(containsWords(sql`${'20 °C'}::text`, '20℃'))).toBe(true)
})

test('a name is the same whatever its width, case, brackets and blanks, and no longer one', async () => {
  const stored = sql`${'昆山（ABC）机电 有限公司'}::text`
  expect(await holds(isSameName(stored, '昆山(abc)机电有限公司'))).toBe(true)
  expect(await holds(isSameName(stored, '昆山【ＡＢＣ】机电有限公司'))).toBe(true)
  expect(await holds(isSameName(stored, '山(abc)机电有限公司'))).toBe(false)
  expect(await holds(isSameName(stored, '昆山(abc)机电有限公司一厂'))).toBe(false)
})
