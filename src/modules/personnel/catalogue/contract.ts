import { z } from 'zod'
import { groupList } from '#modules/certificates/catalogue/contract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

const staff = { who: 'staff:certificates' } as const

/** Groups and kinds of personal certificates. */
export const personnelRecords = {
  personnelGroup: { ...staff, called: '大类', list: groupList },
  personnelKind: {
    ...staff,
    called: '种类',
    list: listing(
      siteRecord.extend({
        groupId: z.int(),
        code: z.string(),
        isRetired: z.boolean(),
        isStates: z.boolean(),
        /** Number of certificates in the register, whatever their status. */
        certificates: z.int(),
        /** All records that refer to it, as text: 3 张证书、1 个培训班. */
        usedBy: z.string(),
      }),
    ),
  },
} as const satisfies Record<string, RecordType>
