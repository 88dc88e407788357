import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupCopy } from '#modules/oversight/backups/server/tables.ts'
import { type Site, startApp } from '#test/support/app.ts'
import { staffSession, staffWith } from '#test/support/make.ts'

let site: Site
let admin: ReturnType<Site['as']>
beforeAll(async () => {
  site = await startApp()
  admin = site.as(await staffSession(site, await staffWith(site, ['admin'])))
})
afterAll(() => site.close())

type Step = { code: string; lacks: string | null; route: string | null }
const lacking = async () =>
  ((await admin.get('/staff/setup')).data.steps as Step[]).flatMap(({ code, lacks }) => (lacks === null ? [] : code))

test('a new site lacks everything, and says what', async () => {
  expect(await lacking()).toEqual([
    'identity',
    'emblem',
    'colours',
    'contact',
    'payAccount',
    'address',
    'documents',
    'columns',
    'articles',
    'oldSite',
    'levels',
    'members',
    'meetingRules',
    'sms',
    'smsTemplates',
    'mail',
    'backup',
    'invitations',
  ])
})

test('the desk says how far it is, and what comes first, to who sets it up and to nobody else', async () => {
  const { setup } = (await admin.get('/staff/overview')).data
  expect(setup).toMatchObject({
    done: 1,
    total: 19,
    next: [{ name: '协会名称与简介', lacks: '还没有填写协会名称' }, {}, {}],
  })
  const clerk = site.as(await staffSession(site, await staffWith(site, ['editor'])))
  expect((await clerk.get('/staff/overview')).data.setup).toBeNull()
})

test('a backup that was verified is what it lacked no longer', async () => {
  const copy = { name: 'first.backup', at: new Date(), bytes: 1, inFolder: true, inBucket: false }
  await site.services.db.insert(backupCopy).values({ ...copy, verified: 'restored' })
  expect(await lacking()).not.toContain('backup')
})

test('with a pack it has its columns and its levels', async () => {
  const { data } = await admin.post('/staff/pack/preview', { code: 'general' })
  await admin.post('/staff/pack/apply', { code: 'general', digest: data.digest })
  expect(await lacking()).not.toContain('columns')
  expect(await lacking()).not.toContain('levels')
  expect(await lacking()).not.toContain('meetingRules')
})

test('the demo association lacks no record', async () => {
  const demo = await startApp({ demo: true })
  const by = demo.as(await staffSession(demo, 'admin'))
  const { steps } = (await by.get('/staff/setup')).data
  const lacks = (steps as Step[]).flatMap(({ code, lacks }) => (lacks === null ? [] : code))
  expect(lacks).toEqual(['address', 'sms', 'smsTemplates', 'mail', 'backup', 'invitations'])
  // Neither mail nor the first night's backup is what a site waits for.
  const { next } = (await by.get('/staff/overview')).data.setup
  expect(next.map(({ name }: { name: string }) => name)).toEqual(['网址与 HTTPS', '短信'])
  await demo.close()
})
