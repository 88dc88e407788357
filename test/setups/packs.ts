import type { Site } from '../support/app.ts'
import { staffSession, staffWith } from '../support/make.ts'

/** An administrator of the site, who can also take its pack along. */
export async function adminOf(site: Site) {
  const session = await staffSession(site, await staffWith(site, ['admin']))
  const exported = async () =>
    (await site.app.inject({ url: '/api/staff/pack/export', headers: session })).body.replace(/^about: .*$/m, '')
  return { ...site.as(session), session, exported }
}
export type Admin = Awaited<ReturnType<typeof adminOf>>
