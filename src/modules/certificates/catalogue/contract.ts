import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { text } from '#lib/form/fields.ts'
import { listing, siteRecord } from '#modules/settings/records.ts'

/** Code of a kind or a level while it is being typed. */
const shortCode = z
  .string('应为代号')
  .regex(/^[A-Z0-9]{0,6}$/, '代号应为大写字母或数字')
  .prefault('')

/** The list of the groups of a catalogue; `kinds`: how many stand in each. */
export const groupList = listing(siteRecord.extend({ code: z.string(), isRetired: z.boolean(), kinds: z.int() }))

export const numberContract = {
  'GET /staff/certificate/number': {
    who: 'staff:certificates',
    summary: '按编号规则，下一张证书的编号（以北京的持证人为例）；规则有误时说明哪里有误',
    input: z.object({ rule: text(80), code: shortCode, level: shortCode }),
    output: z.object({ number: z.string(), fault: z.string() }),
    example: { rule: '{kind}-{year}-{province}-{serial:5}', code: 'WB1' },
  },
} as const satisfies Contract
