import { expect, test } from 'vitest'
import { loginPath } from '../../ui/MenuLink.tsx'
import { targetOf } from './target.ts'

const dirOf = (path: string) => new URL(path, 'http://x').searchParams.get('dir')

test.each([
  ['["/admin/user"]', '/admin/user'],
  ['["/admin/news/list",26]', '/admin/news/list/26'],
  ['["/admin/news/list","a/b"]', '/admin/news/list/a%2Fb'],
  ['["/admin/user?tab=member#fee"]', '/admin/user?tab=member#fee'],
])('%s leads to %s', (dir, path) => {
  expect(targetOf(dir)).toBe(path)
})

test.each([
  null,
  '',
  'nonsense',
  '"/admin/user"',
  '[]',
  '[{"a":1}]',
  '["admin/user"]',
  '["//evil.example"]',
  '["/admin//evil.example"]',
  '["https://evil.example/admin"]',
  '["javascript:alert(1)"]',
  '["/\\\\evil.example"]',
  '["/admin/../..//evil.example"]',
  '["/admin/../api/logout"]',
  '["/administration"]',
  '["/admin/user","..","..","..","api"]',
  '["/admin/login/login"]',
])('%j leads nowhere', dir => {
  expect(targetOf(dir)).toBeUndefined()
})

test('what the menu asks for is found again, also through a second sign-in', () => {
  const once = loginPath('/admin/news/list/3?pageNum=2')
  expect(targetOf(dirOf(once))).toBe('/admin/news/list/3?pageNum=2')
  expect(targetOf(dirOf(loginPath(once)))).toBe('/admin/news/list/3?pageNum=2')
})
