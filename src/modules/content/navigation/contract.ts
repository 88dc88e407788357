import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { typedKeys } from '#lib/keys.ts'
import { placeCodes } from './namedPlaces.ts'
import { quickLinkIcons, shownIn } from './quickLinkForm.ts'

export const quickLink = z.object({
  id: z.int(),
  name: z.string(),
  icon: z.enum(typedKeys(quickLinkIcons)),
  shownIn: z.enum(typedKeys(shownIn)),
  /** Null: it opens the pictures to be scanned, in place. */
  route: z.string().nullable(),
})

export const navigationContract = {
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
