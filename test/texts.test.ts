import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readField } from '../src/lib/form/fieldReading.ts'
import { text } from '../src/lib/form/fields.ts'
import { type FieldKind, fieldKinds } from '../src/lib/form/form.ts'
import { containsWords } from '../src/lib/server/database/containsWords.ts'
import { letterPdf } from '../src/lib/server/documents/letter.ts'
import { spellUndrawable } from '../src/lib/server/documents/signs.ts'
import { resetRateLimits } from '../src/lib/server/limits/rateLimit.ts'
import { highlight } from '../src/lib/server/search/highlight.ts'
import { organisationKey, personKey } from '../src/lib/server/search/names.ts'
import {
  nameToken,
  numberTokens,
  toNameQuery,
  toNumberQuery,
  toQuery,
  toRankQuery,
  toRegisterQuery,
  toVector,
} from '../src/lib/server/search/words.ts'
import { readBook } from '../src/lib/server/sheets/bookReader.ts'
import { readCsv } from '../src/lib/server/sheets/csv.ts'
import { sendWorkbook } from '../src/lib/server/sheets/workbook.ts'
import { typedCode, typedLine, typedNumber, typedPersonName, typedText } from '../src/lib/typed.ts'
import { organisation } from '../src/modules/members/server/tables.ts'
import { setUpSite, setUpStaff, site } from './setups/site.ts'
import { drawnTextOf } from './support/drawnText.ts'
import { dayOrNight } from './support/night.ts'
import { manyTexts, seen } from './support/texts.ts'

/**
 * What goes in comes out the same, or is refused for a true reason: the same texts through forms, calls, workbooks, CSV and
 * the search. A few hundred by day, 20,000 at night.
 */
const texts = manyTexts(dayOrNight(600, 20_000))

setUpSite({ demo: true })
const clerk = setUpStaff('admin')

/** Texts of which something is not so, with what it is; few enough to read. */
const offences = (check: (text: string) => string | false | undefined) =>
  texts
    .flatMap(text => {
      const offence = check(text)
      return offence ? [`${JSON.stringify(text).slice(0, 200)}: ${offence}`] : []
    })
    .slice(0, 10)

const HAN = /\p{Script=Han}/u

describe('a form', () => {
  const readings = { typedLine, typedText, typedCode, typedNumber, typedPersonName }
  test.each(Object.entries(readings))('%s reads again what it has read as it is', (_, read) => {
    expect(
      offences(
        text =>
          read(read(text)) !== read(text) && `${JSON.stringify(read(text))} → ${JSON.stringify(read(read(text)))}`,
      ),
    ).toEqual([])
  })

  test('keeps all that is seen of a line and of a text', () => {
    expect(
      offences(text => [typedLine, typedText].some(read => seen(read(text)) !== seen(text)) && seen(text)),
    ).toEqual([])
  })

  const typedIn = fieldKinds.filter(
    kind => !['rows', 'choice', 'choices', 'ranking', 'point', 'agreement', 'picture', 'richText'].includes(kind),
  )
  const read = (kind: FieldKind, value: string) =>
    readField(
      { name: 'of', label: '此栏', section: '', kind, max: kind === 'number' ? 1e6 : 100_000 },
      value,
      '2026-11-30',
    )

  test.each(typedIn)(
    'a field of the kind %s keeps a value that it accepts again, or says in Chinese what is wrong',
    kind => {
      expect(
        offences(text => {
          const first = read(kind, text)
          if ('error' in first) return !HAN.test(first.error) && first.error
          const again = read(kind, String(first.value))
          return (
            (!('value' in again) || again.value !== first.value) &&
            `${JSON.stringify(first)} → ${JSON.stringify(again)}`
          )
        }),
      ).toEqual([])
    },
  )

  test('a line and a text of any signs are refused for nothing but their length', () => {
    expect(
      offences(text => {
        const errors = (['text', 'paragraph'] as const)
          .map(kind => read(kind, text))
          .filter(answer => 'error' in answer)
        return errors.length > 0 && seen(text) !== '' && JSON.stringify(errors)
      }),
    ).toEqual([])
  })

  test.each(['personName', 'organisationName'] as const)('a %s that is refused has the sign that is named', kind => {
    expect(
      offences(text => {
        const answer = read(kind, text)
        const named = 'error' in answer && /不会出现“(.+)”/su.exec(answer.error)?.[1]
        return (
          named &&
          ![...named].every(sign => typedPersonName(text).includes(sign) || typedLine(text).includes(sign)) &&
          named
        )
      }),
    ).toEqual([])
  })

  test('the schema of a call keeps the same', () => {
    const schema = text(100_000)
    expect(offences(text => schema.parse(text) !== schema.parse(schema.parse(text)) && 'not the same again')).toEqual(
      [],
    )
  })
})

test('a call keeps what was sent to it, and answers with it', async () => {
  const [{ id } = { id: 0 }] = await site.services.db.select({ id: organisation.id }).from(organisation).limit(1)
  const sample = texts.filter((_, i) => i < 90 || i % 100 === 0).slice(0, dayOrNight(30, 250))
  for (const text of sample) {
    resetRateLimits()
    const { code, data, msg } = await clerk.post('/staff/organisation/note', { id, text })
    const about = `${JSON.stringify(text).slice(0, 200)} → ${code} ${msg}`
    if (code !== 200) {
      expect([code, HAN.test(msg)], about).toEqual([400, true])
      expect(seen(text) === '' || [...text].length > 1_000 || text.includes('\0'), about).toBe(true)
      continue
    }
    expect(seen(data.text), about).toBe(seen(text))
    const { notes } = (await clerk.get('/staff/organisation/notes', { id })).data
    expect(notes.at(-1).text, about).toBe(data.text)
    await clerk.post('/staff/organisation/note/remove', { id: data.id })
  }
}, 300_000)

describe('the search', () => {
  /** Asks PostgreSQL about many at once; answers those of which the condition does not hold. */
  async function failing(pairs: [string, string | null][], condition: SQL): Promise<string[]> {
    const failed: string[] = []
    for (let from = 0; from < pairs.length; from += 500) {
      const some = pairs.slice(from, from + 500)
      const [left, right] = [some.map(([one]) => one), some.map(([, other]) => other)]
      const { rows } = await site.services.db.execute<{ n: number }>(sql`
        select n::int from unnest(${sql.param(left)}::text[], ${sql.param(right)}::text[]) with ordinality of(l, r, n)
        where not (${condition})`)
      failed.push(...rows.map(({ n }) => JSON.stringify(some[n - 1]).slice(0, 300)))
    }
    return failed.slice(0, 10)
  }
  const kept = texts.map(typedText).filter(text => text !== '')

  test('PostgreSQL keeps each text as it is', async () => {
    expect(
      await failing(
        kept.map(text => [text, Buffer.from(text).toString('hex')]),
        sql`convert_to(l, 'UTF8') = decode(r, 'hex')`,
      ),
    ).toEqual([])
  })

  test('a text is found by itself, as a heading and as a name, and no query is refused', async () => {
    const asVector = (text: string) =>
      toVector([{ text, weight: 'A', isHeading: true }], [numberTokens(text), nameToken(text)])
    const short = kept.filter(text => text.length <= 60)
    for (const ask of [toQuery, toRegisterQuery, toNumberQuery, toNameQuery])
      expect(
        await failing(
          short.flatMap(text => (ask(text) === null ? [] : [[asVector(text), ask(text)] as [string, string]])),
          sql`l::tsvector @@ r::tsquery`,
        ),
        ask.name,
      ).toEqual([])
    expect(
      await failing(
        kept.flatMap(text => [[toVector([{ text, weight: 'D' }]), toRankQuery(text)] as [string, string | null]]),
        sql`ts_rank(l::tsvector, coalesce(r, '')::tsquery) >= 0`,
      ),
    ).toEqual([])
  }, 300_000)

  test('a list finds what has the words, whatever they are', async () => {
    const failed: string[] = []
    const lines = texts.map(typedLine).filter(line => line !== '' && line.length <= 60)
    for (let from = 0; from < lines.length; from += 200) {
      const some = lines.slice(from, from + 200)
      const { rows } = await site.services.db.execute<{ n: number }>(
        sql.join(
          some.map(
            (line, n) => sql`(select ${n}::int as n where not ${containsWords(sql`${`甲 ${line} 乙`}::text`, line)})`,
          ),
          sql` union all `,
        ),
      )
      failed.push(...rows.map(({ n }) => JSON.stringify(some[n])))
    }
    expect(failed.slice(0, 10)).toEqual([])
  }, 300_000)

  test('what is marked in a hit is the hit', () => {
    const plain = (html: string) =>
      html
        .replaceAll(/<\/?em>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
    expect(
      offences(text => {
        const marked = highlight(typedLine(text), typedLine(text).slice(0, 20))
        return plain(marked) !== typedLine(text) && marked
      }),
    ).toEqual([])
  })

  test('names of which nobody sees a difference are compared as the same', () => {
    const other = (text: string) => `\u200b${text.normalize('NFD')}\u3000`
    for (const key of [personKey, organisationKey])
      expect(offences(text => key(other(text)) !== key(text) && key(text))).toEqual([])
  })
})

describe('a file', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hangxie-texts-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  async function exported(rows: readonly string[], name: string) {
    const { body } = sendWorkbook('表', {
      name: '数据',
      columns: [{ title: '文字', value: (row: string) => row }],
      rows: [...rows],
    })
    const path = join(directory, name)
    await writeFile(path, await buffer(await (body as () => Promise<Readable>)()))
    return path
  }
  async function imported(path: string): Promise<string[]> {
    const read: string[] = []
    for await (const { rows } of readBook(path))
      for await (const { number, cells } of rows) read[number - 1] = String(cells[0]?.value ?? '')
    return read.slice(1)
  }

  test('an export is imported unchanged, and exported again as the same', async () => {
    const kept = texts.filter(text => text.length <= 32_767)
    const first = await imported(await exported(kept, 'first.xlsx'))
    expect(kept.flatMap((text, i) => ((first[i] ?? '') === text ? [] : [[text, first[i]]])).slice(0, 10)).toEqual([])
  })

  test('a table with separators of any kind is read as it was written', () => {
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    for (const separator of [',', ';', '\t']) {
      const table = `${cell('编号')}${separator}${cell('文字')}${separator}${cell('备注')}\r\n${texts.map((text, i) => [String(i), text, ''].map(cell).join(separator)).join('\r\n')}`
      const rows = [...readCsv(table)].slice(1)
      expect(rows).toHaveLength(texts.length)
      expect(rows.flatMap(({ cells }, i) => (cells[1] === texts[i] ? [] : [[texts[i], cells]])).slice(0, 10)).toEqual(
        [],
      )
    }
  })
})

/** Texts in one document: a table of this many rows is set in some hundred milliseconds. */
const PER_DOCUMENT = 200

test('a document is made of any text: each sign is drawn, or stands there as its code', {
  timeout: dayOrNight(120_000, 1_200_000),
}, async () => {
  const head = {
    association: '协会',
    title: '文字',
    number: '1',
    issuedOn: '2026年11月30日',
    addressee: '',
    opening: '',
  }
  for (let first = 0; first < texts.length; first += PER_DOCUMENT) {
    const some = texts.slice(first, first + PER_DOCUMENT)
    const rows = some.map((text, i) => [String(i), text])
    const found = await drawnTextOf(await letterPdf({ ...head, tables: [['', rows]], notes: [] }))
    // Joined and bidirectional writing is extracted in another order than it is typed.
    const plain = some.filter(text => /^[\p{Script=Han}a-zA-Z0-9\u{e000}-\u{f8ff}]+$/u.test(text))
    const missing = plain.map(text => spellUndrawable(text)).filter(text => !found.includes(text))
    expect(missing.slice(0, 5)).toEqual([])
  }
})
