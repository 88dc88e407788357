import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { processorTime } from '#test/support/processorTime.ts'
import { fold } from './fold.ts'
import {
  nameToken,
  numberTokens,
  toLateQuery,
  toNumberQuery,
  toQuery,
  toRankQuery,
  toRarerQuery,
  toRegisterQuery,
  toVector,
} from './words.ts'

setUpSite()

const titled = (text: string) => toVector([{ text, weight: 'A', isHeading: true }])

/** PostgreSQL itself decides. */
async function matches(vector: string, query: string | null): Promise<boolean> {
  const found = await site.services.db.execute(sql`select ${vector}::tsvector @@ ${query}::tsquery as found`)
  return found.rows[0]!.found as boolean
}

describe('a title is found', () => {
  test.each([
    ['工业锅炉水质检测方法', '质检', 'two characters inside a longer word'],
    ['工业锅炉水质检测方法', '法', 'its last character'],
    ['工业锅炉水质检测方法', '锅', 'one character'],
    ['工业锅炉水质检测方法', '检测　锅炉', 'two words in any order, with a full-width space between'],
    ['关于锅炉水处理的通知', '鍋爐水處理', 'traditional characters'],
    ['關於鍋爐水處理的通知', '锅炉水处理', 'simplified characters'],
    ['关于锅炉水处理的通知', 'guolu', 'pinyin'],
    ['关于锅炉水处理的通知', 'shuichuli', 'pinyin of another part'],
    ['关于锅炉水处理的通知', 'glscl', 'initials'],
    ['关于锅炉水处理的通知', 'ＧＬＳＣＬ', 'initials in full-width capitals'],
    ['关于锅炉水处理的通知', 'gl', 'two initials'],
    ['锅炉安全技术规程 TSG 11-2020', 'TSG', 'a Latin word'],
    ['锅炉安全技术规程 TSG 11-2020', 'ts', 'the beginning of one'],
    ['锅炉安全技术规程 TSG 11-2020', 'TSG11', 'a number without its space'],
    ['锅炉安全技术规程 TSG 11-2020', '２０２０', 'full-width digits'],
    ['工业锅炉水质 GB/T1576', 'gb/t 1576', 'a number with a space more'],
    ['《工业锅炉水质》释义', '“工业锅炉水质”', 'words in quotes'],
    ['关于第12届年会🎉的通知', '年会🎉', 'words with an emoji'],
    ['𬭎钢锅炉厂', '𬭎钢', 'characters outside the BMP'],
  ])('%s by %j: %s', async (title, typed) => {
    expect(await matches(titled(title), toQuery(typed))).toBe(true)
  })

  test.each([
    ['工业锅炉水质检测方法', '锅水', 'characters that do not stand together'],
    ['工业锅炉，水质检测', '炉水', 'characters with a comma between'],
    ['锅炉', '锅炉水', 'more than there is'],
    ['关于锅炉水处理的通知', 'glsl', 'initials with one left out'],
    ['锅炉安全技术规程 TSG 11-2020', '020', 'the end of a number'],
  ])('but not %s by %j: %s', async (title, typed) => {
    expect(await matches(titled(title), toQuery(typed))).toBe(false)
  })
})

describe('a certificate is found', () => {
  const vector = toVector([], [numberTokens('CBWA-QX01-A-2025-0012'), nameToken('欧阳晓明')])

  test.each(['QX01-A-2025', '0012', 'cbwa qx01', 'ＱＸ０１', 'QX01A20250012', '01-A', '2025', '欧阳晓明', '歐陽曉明'])(
    'by %j',
    async typed => {
      expect(await matches(vector, toRegisterQuery(typed))).toBe(true)
    },
  )

  test.each(['QX02-A-2025', '0013', '2012', '欧阳', '晓明', '欧阳晓明明'])('but not by %j', async typed => {
    expect(await matches(vector, toRegisterQuery(typed))).toBe(false)
  })

  test('one letter or digit is a word and no beginning of words', async () => {
    const vector = toVector([{ text: 'A 级锅炉 2025', weight: 'A' }])
    expect(await matches(vector, toQuery('A'))).toBe(true)
    expect(await matches(vector, toQuery('2'))).toBe(false)
    expect(await matches(vector, toQuery('20'))).toBe(true)
  })

  test('a number with hyphens is looked for as a number alone', () => {
    expect(toRegisterQuery('QX01-A')).toBe(toNumberQuery('QX01-A'))
    expect(toRegisterQuery('3M公司-2')).not.toBe(toNumberQuery('3M公司-2'))
  })

  test('by a part of its number that is shorter than a token', async () => {
    expect(await matches(vector, toNumberQuery('-A-'))).toBe(true)
    expect(toNumberQuery('---')).toBeNull()
  })
})

test.each([
  "'",
  '&',
  '|',
  '!',
  ':*',
  '\\',
  '<->',
  '锅炉 & !水',
  "锅'炉",
  "O'Neil",
  '"a" or 1=1; --',
  '🎉',
  '́',
  '\u{10FFFF}',
  '\uD800',
])('an operator or a quote typed as %j is no syntax', async typed => {
  for (const query of [toQuery(typed), toRegisterQuery(typed)]) {
    if (query === null) expect(typed).not.toMatch(/[\p{L}\p{N}]/u)
    else expect(await matches(titled('别的'), query)).toBe(false)
  }
})

test('of a company’s name the words come first that not every company is called by', () => {
  expect(toRarerQuery('清源锅炉有限责任公司')).toBe("('清源' <-> '源锅' <-> '锅炉' <-> '炉有')")
  expect(toRarerQuery('朔方 清源鍋爐股份有限公司')).toBe("('朔方') & ('清源' <-> '源锅' <-> '锅炉' <-> '炉股')")
  for (const typed of [
    '清源锅炉',
    '有限公司',
    '清源 有限公司',
    'ABC有限公司',
    'GB/T 1576清源有限公司',
    '清源有限公司上海',
  ])
    expect(toRarerQuery(typed), typed).toBeNull()
})

test('very long words and very long texts neither fail nor take long', async () => {
  const long = `${'a'.repeat(10_000)}${'锅炉'.repeat(20_000)}水处理`
  const spent = processorTime()
  const vector = titled(long)
  expect(spent()).toBeLessThan(2000)
  expect(await matches(vector, toQuery('水处理'))).toBe(true)
  expect(await matches(vector, toQuery('a'.repeat(10_000)))).toBe(true)
})

test('the longest text that may be imported is found by how it begins, though PostgreSQL cannot hold all of it', async () => {
  const one = (i: number) => String.fromCodePoint(0x4e00 + ((i * i * 31 + i * 7) % 3001))
  const text = Array.from({ length: 500_000 }, (_, i) => one(i)).join('')
  const vector = toVector([{ text, weight: 'D' }])
  expect(await matches(vector, toQuery(text.slice(100, 110)))).toBe(true)
})

describe('late in a long text, of whose tokens PostgreSQL keeps 255 places', () => {
  const text = (times: number) => `${'公司应当'.repeat(times)}。公司决定召开大会`
  const vector = (times: number) => toVector([{ text: text(times), weight: 'D' }])

  test.each([254, 255, 256, 510, 1_000])('a phrase after %i others that begin alike', async times => {
    const late = toLateQuery('公司决定召开')
    expect(await matches(vector(times), toQuery('公司决定召开'))).toBe(times < 255)
    expect(await matches(vector(times), late)).toBe(true)
    expect(await matches(vector(times), toLateQuery('公司召开'))).toBe(false)
    expect(await matches(vector(times), toQuery('公司'))).toBe(true)
  })

  test('is looked for otherwise only where it is a phrase', () => {
    for (const typed of ['公司', '公', 'GB/T 1576', '2018']) expect(toLateQuery(typed)).toBeNull()
  })
})

const laws = new URL('../../../../../shared/data/laws.jsonl', import.meta.url)

/** Real text that nobody in the project wrote; elsewhere than on our machines it is not there. */
describe.skipIf(!existsSync(laws))(`in 150 laws (${laws}; skipped where that is absent)`, () => {
  type Law = { id: number; title: string; body: string }
  let texts: Law[]
  beforeAll(async () => {
    texts = readFileSync(laws, 'utf8')
      .trim()
      .split('\n')
      .map((line, id) => ({ id, title: JSON.parse(line).title, body: JSON.parse(line).body_markdown }))
    const { db } = site.services
    await db.execute(sql`create table law (id integer primary key, words tsvector)`)
    for (const { id, title, body } of texts) {
      const words = toVector([
        { text: title, weight: 'A', isHeading: true },
        { text: body, weight: 'D' },
      ])
      await db.execute(sql`insert into law values (${id}, ${words}::tsvector)`)
    }
    await db.execute(sql`create index on law using gin (words)`)
  })

  test('a search finds what a substring search finds, and nothing else', async () => {
    const folded = texts.map(({ title, body }) => fold(`${title}\n${body}`))
    const misses: string[] = []
    let pairs = 0
    for (const term of samples(texts)) {
      const { rows } = await site.services.db.execute<{ id: number }>(
        sql`select id from law where words @@ ${toQuery(term)}::tsquery or words @@ ${toLateQuery(term)}::tsquery order by id`,
      )
      const expected = folded.flatMap((text, id) => (text.includes(fold(term)) ? [id] : []))
      const found = new Set(rows.map(({ id }) => id))
      pairs += expected.length
      for (const id of expected) if (!found.delete(id)) misses.push(`${term} not in ${texts[id]!.title}`)
      for (const id of found) misses.push(`${term} wrongly in ${texts[id]!.title}`)
    }
    expect(pairs).toBeGreaterThan(2000)
    expect(misses).toEqual([])
  })

  /** Samples three stretches of 1 to 8 Chinese characters per law, spread over its text. */
  const samples = (laws: Law[]) =>
    laws.flatMap(({ id, body }) => {
      const runs = body.match(/\p{Script=Han}{8,}/gu) ?? []
      return [0.2, 0.5, 0.9].flatMap(
        (place, i) => runs[Math.floor(runs.length * place)]?.slice(0, 1 + ((id + i * 3) % 8)) ?? [],
      )
    })
})

describe('hits are ranked', () => {
  test.each([
    ['水处理', "'水处' | '处理'", 'a phrase by any of its pairs'],
    ['锅炉', "'锅炉'", 'a pair by itself'],
    ['锅', "'锅':*", 'a character by what begins with it'],
    [
      '锅炉管理办法 安全管理办法',
      "'锅炉' & '安全'",
      'two words by their first pairs, which differ sooner than the last',
    ],
    ['ab12', "( 'ab':* | '~ab':* ) & '12':*", 'letters and digits as they are looked for'],
    ['锅炉 水 安全 管理 办法', "'锅炉' | '水':* | '安全' | '管理' | '办法'", 'many words by any of them'],
  ])('by %j as %j: %s', async (typed, expected) => {
    const { rows } = await site.services.db.execute(sql`select ${toRankQuery(typed)}::tsquery::text as query`)
    expect(rows[0]!.query).toBe(expected)
  })

  test('by nothing where nothing was typed', () => {
    expect(toRankQuery('！？')).toBeNull()
  })
})

describe('a word whose sign is half of it', () => {
  test.each(['C++', 'C#', '.NET', 'ｃ＋＋'])('%s is found where it stands, not where its letters do', async typed => {
    const query = toQuery(typed)
    expect(await matches(titled(`用 ${typed} 编写的水质分析程序`), query)).toBe(true)
    expect(await matches(toVector([{ text: `正文里的${typed}程序`, weight: 'D' }]), query)).toBe(true)
    expect(await matches(titled('C 级锅炉，见 www.example.net，C 与 NET'), query)).toBe(false)
  })

  test('beside others, all of them are wanted', async () => {
    expect(await matches(titled('C++ 水质分析'), toQuery('水质 C++'))).toBe(true)
    expect(await matches(titled('C 级水质分析'), toQuery('水质 C++'))).toBe(false)
  })

  test.each(['&', '+', '%', '…', '（）', '"', "'", '\\', '_', '🙂'])('%s alone is no word', typed => {
    expect(toQuery(typed)).toBeNull()
  })
})
