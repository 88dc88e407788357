import { expect, test } from 'vitest'
import { checkActions } from './routeManifest.ts'

const route = (id: string, more: object = {}) => ({ id, hasAction: false, ...more })
const manifestOf = (...routes: { id: string }[]) =>
  `window.manifest=${JSON.stringify({ routes: Object.fromEntries(routes.map(one => [one.id, one])) })};`

test('a route with an action is refused: browsers could not call it', () => {
  expect(() => checkActions(manifestOf(route('list')))).not.toThrow()
  expect(() => checkActions(manifestOf(route('send', { hasClientAction: true })))).toThrow('send')
})
