import { expect, test } from 'vitest'
import { roleTemplates } from '#modules/accounts/permissions.ts'
import { mayOpen } from './mayOpen.ts'

const opens = (role: string, ...routes: string[]) => routes.filter(route => mayOpen(roleTemplates[role]!.may, route))

test('a figure or an act is a link for whoever may open its list, and text for the others', () => {
  const lists = ['/staff/members?status=current', '/staff/certificates?status=valid', '/staff/fees?year=2026']
  expect(opens('trainer', ...lists, '/staff/courses/6', '/staff/registrations?status=submitted')).toEqual([
    '/staff/courses/6',
    '/staff/registrations?status=submitted',
  ])
  expect(opens('editor', ...lists, '/staff/articles?status=published', '/staff/review')).toEqual([
    '/staff/articles?status=published',
  ])
  expect(opens('admin', ...lists)).toEqual(lists)
  expect(opens('trainer', '/staff', '/staff/security')).toEqual(['/staff', '/staff/security'])
})

test('below a screen of the navigation its permission counts, and that of the nearest one', () => {
  expect(opens('editor', '/staff/accounts/12', '/staff/articles/7')).toEqual(['/staff/articles/7'])
})
