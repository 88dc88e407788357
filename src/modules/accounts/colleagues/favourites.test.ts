import { expect, test } from 'vitest'
import { setUpSite, site } from '#test/setups/site.ts'
import { asStaff, staffSession, staffWith } from '#test/support/make.ts'

setUpSite({ demo: true })

test('the entries that somebody wants on top of the menu are there on every device, in their order, and nobody else’s', async () => {
  const userName = await staffWith(site, ['reviewer'])
  const here = await asStaff(site, userName)
  const favouritesOf = async (by: typeof here) => (await by.get('/staff/me')).data.favourites
  expect(await favouritesOf(here)).toEqual([])
  const routes = ['/staff/review', '/staff/members']
  expect(await here.post('/staff/favourite/save', { routes })).toMatchObject({ code: 200 })
  const elsewhere = site.as(await staffSession(site, userName))
  expect(await favouritesOf(elsewhere)).toEqual(routes)
  await elsewhere.post('/staff/favourite/save', { routes: routes.toReversed() })
  expect(await favouritesOf(here)).toEqual(['/staff/members', '/staff/review'])
  expect(await favouritesOf(await asStaff(site, 'editor'))).toEqual([])
})

test('what is no screen of the back office, the same twice, and more than one looks through are refused', async () => {
  const me = await asStaff(site, await staffWith(site, ['reviewer']))
  const many = Array.from({ length: 21 }, (_, i) => `/staff/a${i}`)
  for (const routes of [['https://example.com'], ['/staff/members', '/staff/members'], many, ['/admin/home']])
    expect(await me.post('/staff/favourite/save', { routes }), String(routes)).toMatchObject({ code: 400 })
})
