import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { placeCodes } from './namedPlaces.ts'
import { quickLinkIcons, shownIn } from './quickLinkForm.ts'

const catalogueType = z.enum(['列表', '内容', '跳转'])

const entry = z.object({
  catalogId: z.int(),
  name: z.string(),
  catalogType: catalogueType,
  path: z.string().nullable(),
  needLogin: z.boolean(),
})
/** An entry of the menu; its children are of the same shape, and there is no third level. */
const menuEntry = entry.extend({ isParty: z.boolean(), list: z.array(entry) })

export const quickLink = z.object({
  id: z.int(),
  name: z.string(),
  icon: z.enum(typedKeys(quickLinkIcons)),
  shownIn: z.enum(typedKeys(shownIn)),
  /** Null: it opens the pictures to be scanned, in place. */
  route: z.string().nullable(),
})

export const navigationContract = {
  'GET /catalog': {
    who: 'anyone',
    summary: '栏目菜单：两级，只含可见栏目',
    also: ['/cms/index/noLogin/catalog'],
    cached: true,
    input: nothing,
    output: z.array(menuEntry),
  },
  'GET /catalog/2': {
    who: 'anyone',
    summary: '某栏目的二级菜单；给出子栏目时为其同级栏目',
    also: ['/cms/index/noLogin/catalog/2'],
    cached: true,
    input: z.object({ catalogId: int }),
    output: z.object({
      parent: entry,
      current: entry,
      list: z.array(entry.extend({ active: z.boolean() })),
    }),
    example: { catalogId: 26 },
  },
  'GET /cms/index/noLogin/navigation': {
    who: 'anyone',
    summary: '快捷入口，以及下载专区、联系我们等常用位置在本站的地址；没有指定或未公开的不列出',
    cached: true,
    input: nothing,
    output: z.object({
      places: z.array(z.object({ code: z.enum(placeCodes), route: z.string() })),
      links: z.array(quickLink),
    }),
  },
} as const satisfies Contract
