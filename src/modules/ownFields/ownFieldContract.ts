import { z } from 'zod'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const ownFieldRecords = {
  ownField: {
    who: 'staff:members',
    called: '自定义栏目',
    list: listing(
      siteRecord.extend({
        code: z.string(),
        kindName: z.string(),
        isRemoved: z.boolean(),
        /** Records that have an answer, and the list of them; null once the field is removed. */
        answers: z.int(),
        route: z.string().nullable(),
      }),
    ).extend({
      chosen: z.string(),
      types: z.array(
        z.object({
          type: z.string(),
          name: z.string(),
          unit: z.string(),
          isFilledByHolder: z.boolean(),
          isShown: z.boolean(),
        }),
      ),
    }),
  },
} as const satisfies Record<string, RecordType>
