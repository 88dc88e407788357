import { expect } from 'vitest'
import { DEMO_PASSWORD } from '#modules/accounts/demoNames.ts'
import type { Site } from '../support/site.ts'
import { ask } from './backups.ts'

/** Signs in the administrator of the demo association, on a site without second factors. */
export async function administrator(site: Site) {
  const answer = await fetch(`${site.url}/api/staff/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ account: 'admin', password: DEMO_PASSWORD }),
  })
  expect(await answer.json()).toMatchObject({ code: 200 })
  const cookie = answer.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return {
    get: (path: string) => ask(site, path, { cookie }),
    post: (path: string, input: object) => ask(site, path, { cookie, body: JSON.stringify(input) }),
  }
}
