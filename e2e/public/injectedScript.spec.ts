import { join } from 'node:path'
import { Client } from 'pg'
import { until } from '#test/support/site.ts'
import { test } from '../support/ownSite.ts'
import { expect, waitForHydration } from '../support/test.ts'

test.use({ provokes: /Content Security Policy|404/ })

const INJECTED = '<p>写进库里的</p><script>window.broken = 1</script><img src="/none" onerror="window.broken = 2">'

test('a script that got past the cleaner into the database does not run, and its page reports it', async ({
  page,
  own,
}) => {
  const database = new Client({ host: join(own.dataDir, 'run'), user: 'hangxie', database: 'postgres' })
  await database.connect()
  await database.query('update article set content = $1 where id = 3467', [INJECTED])
  await database.end()
  await until(async () =>
    (await (await fetch(`${own.url}/admin/news/list-info/3467`)).text()).includes('window.broken'),
  )

  const told: string[] = []
  page.on('console', message => told.push(message.text()))
  // Made just now, then kept.
  for (let n = 0; n < 2; n++) {
    await page.goto('/admin/news/list-info/3467')
    await expect(page.getByText('写进库里的')).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
  }
  expect(told.join('\n')).toMatch(/Content Security Policy/)
  // The scripts of the page itself do run.
  await waitForHydration(page)
  expect(await page.evaluate(() => Reflect.has(window, 'documentData'))).toBe(true)
  await until(() => own.output().includes('a page held something that its policy forbids'))
  const line = own
    .output()
    .split('\n')
    .find(line => line.includes('its policy forbids'))!
  expect(JSON.parse(line)).toMatchObject({ page: '/admin/news/list-info/3467', blocked: 'inline', level: 40 })
})
