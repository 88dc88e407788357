import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { applyWithin, knownMigrations } from '#lib/server/database/migrations.ts'
import { newCreditCode } from '#test/support/make.ts'

/** The database of an association that ran the version before. */
const name = 'test_before_dictionaries'
let admin: Client
let client: Client
beforeAll(async () => {
  admin = new Client(inject('connection') as never)
  await admin.connect()
  await admin.query(`create database ${name}`)
  client = new Client({ ...(inject('connection') as object), database: name })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

const entriesOf = async (dictionary: string) =>
  (
    await client.query('select code, name, traits from dictionary_entry where dictionary = $1 order by sort', [
      dictionary,
    ])
  ).rows

test('a site that has organisations and courses keeps the names that they had', async () => {
  const all = knownMigrations()
  const since = all.findIndex(({ name }) => name.endsWith('_own_records'))
  await applyWithin(client, all.slice(0, since))
  await client.query(
    "insert into organisation (name, credit_code, province_code, categories) values ('甲单位', $1, '110000', '{cleaning}')",
    [newCreditCode()],
  )
  await client.query(`insert into course (title, kind, mode, apply_from, apply_until, starts_on, ends_on, quota,
    fee_member, fee_other) values ('一班', 'standards', 'online', now(), now(), now(), now(), 1, 0, 0)`)
  await applyWithin(client, all.slice(since))
  expect(await entriesOf('trade')).toHaveLength(13)
  expect(await entriesOf('trade')).toContainEqual({ code: 'cleaning', name: '清洗服务', traits: [] })
  expect(await entriesOf('nature')).toHaveLength(9)
  expect(await entriesOf('courseKind')).toEqual([
    { code: 'certification', name: '取证班', traits: ['adults'] },
    { code: 'renewal', name: '换证复训班', traits: ['renewal'] },
    { code: 'continuing', name: '继续教育', traits: [] },
    { code: 'standards', name: '标准宣贯班', traits: [] },
    { code: 'seminar', name: '专题研修班', traits: [] },
    { code: 'assessor', name: '评审员与内审员班', traits: [] },
    { code: 'online', name: '网络课程', traits: [] },
  ])
})
