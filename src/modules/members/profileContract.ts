import { z } from 'zod'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

/** `fixed`: fields that are not open to decision, and why. */
const list = listing(siteRecord).extend({ fixed: z.array(z.object({ label: z.string(), why: z.string() })) })

export const profileRecords = {
  organisationProfile: { who: 'staff:members', called: '单位资料栏目', list },
  personProfile: { who: 'staff:members', called: '个人资料栏目', list },
} as const satisfies Record<string, RecordType>
