import { asc } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readPictures } from '#modules/settings/server/editing.ts'
import type { navigationContract } from '../contract.ts'
import { ADDRESS, WECHAT } from '../quickLinkForm.ts'
import { readPlaces } from './places.ts'
import { quickLink } from './tables.ts'

export type QuickLink = typeof quickLink.$inferSelect

export const readQuickLinks = ({ db }: Pick<Ctx, 'db'>) =>
  db.select().from(quickLink).orderBy(asc(quickLink.shownIn), asc(quickLink.sort), asc(quickLink.id))

/** Returns the quick links that currently have a target. */
export async function readNavigation(ctx: Ctx) {
  const [rows, places, { qr }] = [await readQuickLinks(ctx), await readPlaces(ctx), await readPictures(ctx)]
  const routeOf = ({ target, url }: QuickLink) =>
    target === ADDRESS ? url : (places.find(({ code }) => code === target)?.route ?? null)
  const links = rows
    .filter(row => (row.target === WECHAT ? qr.length > 0 : routeOf(row) !== null))
    .map(row => ({ id: row.id, name: row.name, icon: row.icon, shownIn: row.shownIn, route: routeOf(row) }))
  return { places, links }
}

export const navigationHandlers = {
  'GET /cms/index/noLogin/navigation': readNavigation,
} satisfies Partial<Handlers<typeof navigationContract>>
