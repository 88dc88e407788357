import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { text } from '#lib/form/fields.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

/** Code of a kind or a level while it is being typed. */
const shortCode = z
  .string('应为代号')
  .regex(/^[A-Z0-9]{0,6}$/, '代号应为大写字母或数字')
  .prefault('')

const staff = { who: 'staff:certificates' } as const

/** Groups and kinds of personal certificates. */
export const personnelRecords = {
  personnelGroup: {
    ...staff,
    called: '大类',
    list: listing(siteRecord.extend({ code: z.string(), isRetired: z.boolean() })),
  },
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

/** Kinds of personal certificates, as maintained by staff. */
export const personnelCatalogueContract = {
  'GET /staff/personnel/kind/number': {
    ...staff,
    summary: '按编号规则，下一张证书的编号（以北京的持证人为例）；规则有误时说明哪里有误',
    input: z.object({ rule: text(80), code: shortCode, level: shortCode }),
    output: z.object({ number: z.string(), fault: z.string() }),
    example: { rule: '{kind}-{year}-{province}-{serial:5}', code: 'WB1' },
  },
} as const satisfies Contract
