import type { Handlers } from '#lib/server/call.ts'
import type { homeContract } from '../contract.ts'
import { figures } from './figures.ts'
import { sitemap } from './sitemap.ts'

export const homeHandlers: Handlers<typeof homeContract> = {
  'GET /cms/index/noLogin/num/num': figures,
  'GET /sitemap': sitemap,
}
