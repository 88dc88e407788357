import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readSetting } from '#modules/settings/server/settings.ts'
import { search } from '#test/setups/search.ts'
import { setUpSite, site } from '#test/setups/site.ts'
import { updateSearchWords } from './searchWords.ts'

setUpSite({ demo: true })

const keep = () => updateSearchWords(site.ctx(), { signal: new AbortController().signal })
const foundBy = async (key: string) => (await search({ key })).data.list.length

test('after an upgrade records of before are found in the new ways, once and for all', async () => {
  const { db } = site.services
  // Search words as a version without pinyin and short names left them.
  await db.execute(sql`update article set words = to_tsvector('simple', 'of before')`)
  expect(await foundBy('xiehuizhangcheng')).toBe(0)
  await keep()
  expect(await foundBy('xiehuizhangcheng')).toBeGreaterThan(0)
  const made = await readSetting({ db }, 'searchWords')
  await db.execute(sql`update article set words = to_tsvector('simple', 'of before')`)
  await keep()
  expect(await foundBy('xiehuizhangcheng')).toBe(0)
  expect(await readSetting({ db }, 'searchWords')).toEqual(made)
})
