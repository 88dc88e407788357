import { afterAll, beforeAll } from 'vitest'
import { dayOf } from '#lib/dates.ts'
import { type Site, startApp } from '../support/app.ts'
import { asStaff } from '../support/make.ts'

/** Site under test. */
export let site: Site

type Options = Parameters<typeof startApp>[0]

/** Starts it before them, and stops it after them. `options`: also what is known only when the tests begin. */
export function setUpSite(options?: Options | (() => Promise<Options>)) {
  beforeAll(async () => {
    site = await startApp(typeof options === 'function' ? await options() : options)
  })
  afterAll(() => site.close())
}

/** Date in Shanghai when the tests began. */
export const today = dayOf(new Date())

type Staff = Awaited<ReturnType<typeof asStaff>>

/** Signs in a staff member of the demo association before the tests of a file. */
export function setUpStaff(userName: string): Staff {
  let signedIn: Staff
  beforeAll(async () => {
    signedIn = await asStaff(site, userName)
  })
  return {
    get: (...asked) => signedIn.get(...asked),
    post: (...sent) => signedIn.post(...sent),
    download: (...sent) => signedIn.download(...sent),
  }
}
