import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId } from '#lib/form/fields.ts'
import { formField } from '#lib/form/formContract.ts'
import { groupList } from '#modules/certificates/catalogue/contract.ts'
import { answeredFields } from '#modules/review/questionsContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

const staff = { who: 'staff:certificates' } as const

/** Groups and kinds of what can be certified. */
export const qualificationRecords = {
  qualificationGroup: { ...staff, called: '大类', list: groupList },
  qualificationKind: {
    ...staff,
    called: '种类',
    list: listing(
      siteRecord.extend({
        groupId: z.int(),
        code: z.string(),
        levels: z.int(),
        /** Valid today and published. */
        certificates: z.int(),
        /** Handed in, and not decided. */
        applications: z.int(),
      }),
    ),
  },
} as const satisfies Record<string, RecordType>

/** The catalogue of what can be certified, as staff keep it. */
export const catalogueContract = {
  'GET /staff/qualification/kind/detail': {
    ...staff,
    summary: '一个种类的全部设置：栏目即其表单，连同最近一次修改',
    input: byId,
    output: siteRecord.omit({ uses: true }).extend({
      fields: z.array(formField),
      groupName: z.string(),
      certificates: z.int(),
      applications: z.int(),
      ...answeredFields,
      changed: z.object({ actorName: z.string(), at: z.string() }).nullable(),
    }),
    example: { id: 101 },
  },
} as const satisfies Contract
