import { findExcess } from '../support/layout.ts'
import { addressOf } from '../support/memberScreens.ts'
import { pathOf, routes } from '../support/routes.ts'
import { expect } from '../support/test.ts'
import { inEachBrowser, test } from './test.ts'
import { eventually, heading, type User } from './user.ts'

const PUBLIC = [
  'home',
  'search with results',
  'list',
  'content page',
  'article with tables and files',
  'personnel register',
  'qualification register',
  'guide to a qualification',
  'members',
  'member',
  'courses',
  'course',
  'enrolling',
  'award winners',
  'valid certificate',
  'batch check of certificates',
  'sign-in',
  'registration',
]
const MEMBER = [
  '',
  'doing',
  'messages',
  'profile',
  'membership',
  'style',
  'qualification',
  'certificates',
  'persons',
  'training',
  'payments',
]
const STAFF = [
  '',
  '/review',
  '/members',
  '/organisations',
  '/certificates',
  '/receivables',
  '/courses',
  '/registrations',
  '/articles',
  '/articles/3467',
  '/statistics',
]

/** Runs in the page: what of it has not come. Refused while a style is on its way. */
const findMissing = () => [
  ...[...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    .filter(({ sheet }) => !sheet || sheet.cssRules.length === 0)
    .map(({ href }) => `style ${href}`),
  ...[...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => `font ${family}`),
  ...[...document.images]
    .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
    .map(({ src }) => `picture ${src}`),
]

async function isSound(user: User) {
  await user.seesNo({ css: '.centre-opening, .loading' })
  await user.sees(heading(), /\p{Script=Han}/u)
  await eventually(async () => expect(await user.run(() => document.fonts.status)).toBe('loaded'))
  await eventually(async () => expect(await user.run(findMissing)).toEqual([]))
  await eventually(async () => expect(await user.run(findExcess)).toBeLessThanOrEqual(0))
}

inEachBrowser(() => {
  for (const name of PUBLIC)
    test(`public: ${name}`, async ({ user }) => {
      const path = await pathOf(routes.find(route => route.name === name)!)
      await user.visit(path)
      await isSound(user)
      await user.resize(375, 812)
      await user.visit(path)
      await isSound(user)
    })

  for (const path of MEMBER)
    test(`member: ${path || 'overview'}`, async ({ user, enter }) => {
      const { userName, address } = await addressOf(path)
      await enter(userName)
      await user.visit(`/admin/user/${address}`.replace(/\/$/, ''))
      await isSound(user)
    })

  for (const path of STAFF)
    test(`staff: ${path || 'workbench'}`, async ({ user, enterStaff }) => {
      await enterStaff('admin')
      await user.visit(`/staff${path}`)
      await isSound(user)
    })
})
