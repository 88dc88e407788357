import { expect, test } from 'vitest'
import { checkActions, withoutScreens } from './publicManifest.ts'

const route = (id: string, more: object = {}) => ({
  id,
  path: id,
  hasAction: false,
  imports: ['/assets/react.js'],
  ...more,
})
const manifestOf = (...routes: { id: string }[]) =>
  `window.manifest=${JSON.stringify({
    url: '/assets/manifest-1.js',
    entry: { imports: ['/assets/react.js'] },
    routes: Object.fromEntries(routes.map(one => [one.id, one])),
  })};`

test('public pages know no screen, and of each route only what not all of them import', () => {
  const list = route('list', { imports: ['/assets/react.js', '/assets/rows.js'] })
  const short = withoutScreens(manifestOf(list, route('layouts/Staff'), route('desk', { parentId: 'layouts/Staff' })))
  expect(JSON.parse(short.slice('window.manifest='.length, -1))).toEqual({
    url: '/assets/manifest-public-1.js',
    entry: { imports: ['/assets/react.js'] },
    routes: { list: { id: 'list', path: 'list', imports: ['/assets/rows.js'] } },
  })
})

test('a route with an action is refused: browsers could not call it', () => {
  expect(() => checkActions(manifestOf(route('list')))).not.toThrow()
  expect(() => checkActions(manifestOf(route('send', { hasClientAction: true })))).toThrow('send')
})
