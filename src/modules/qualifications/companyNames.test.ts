import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toVector } from '#lib/server/search/words.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { list, type Row, setUpQualificationRegister } from '#test/setups/qualifications/qualificationRegister.ts'
import { site } from '#test/setups/site.ts'

setUpQualificationRegister()

test('the whole name of a company finds it and its branches, and none of another legal form', async () => {
  const names = [
    '朔方清源有限公司',
    '朔方清源有限公司',
    '朔方清源有限公司北京分公司',
    '朔方清源有限责任公司',
    '朔方清源股份有限公司',
    '清源有限公司',
  ]
  const rows: Row[] = (await list()).list
  for (const [i, organisationName] of names.entries()) {
    const words = toVector([{ text: organisationName, weight: 'A', pinyin: true }])
    const set = { organisationName, holderName: organisationName, words }
    await site.services.db.update(certificate).set(set).where(eq(certificate.id, rows[i]!.id))
  }
  const found = async (orgName: string, more: object = {}) => {
    const page = await list({ orgName, ...more })
    expect(page.total).toBe(page.list.length)
    return page.list.map((row: Row) => row.id)
  }
  const idsOf = (...wanted: number[]) => wanted.map(i => rows[i]!.id)
  expect(await found('朔方清源有限公司')).toEqual(idsOf(0, 1, 2))
  expect(await found('朔方清源有限公司', { status: 'expired' })).toEqual([])
  expect(await found('朔方清源有限责任公司')).toEqual(idsOf(3))
  expect(await found('朔方 清源股份有限公司')).toEqual(idsOf(4))
  expect(await found('清源有限公司')).toEqual(expect.arrayContaining(idsOf(0, 1, 2, 5)))
  expect(await found('清源有限公司')).not.toContain(rows[3]!.id)
  expect((await list({ orgName: '朔方清源有限公司', pageSize: 2, pageNum: 2 })).list).toMatchObject([
    { id: rows[2]!.id },
  ])
})
