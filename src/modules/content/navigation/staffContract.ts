import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { formField, formInput, formValues } from '#lib/form/formContract.ts'
import { listing, type RecordType, siteRecord, version } from '#modules/settings/records.ts'

const site = { who: 'staff:site' } as const

export const navigationRecords = {
  quickLink: {
    ...site,
    called: '快捷入口',
    list: listing(siteRecord.extend({ targetName: z.string(), isShown: z.boolean() })),
  },
} as const satisfies Record<string, RecordType>

export const staffNavigationContract = {
  'GET /staff/namedPlace': {
    ...site,
    summary: '常用位置：表单、现值与版本，以及各自此刻打开的地址',
    input: nothing,
    output: z.object({
      fields: z.array(formField),
      values: formValues,
      version: z.string(),
      /** Route of each place; null: it has none, and no links to it are shown. */
      routes: z.record(z.string(), z.string().nullable()),
    }),
  },
  'POST /staff/namedPlace/save': {
    ...site,
    summary: '指定常用位置：哪个栏目、哪篇文章',
    input: z.object({ version, form: formInput }),
    output: z.object({ version: z.string() }),
    example: { version: 'x', form: { downloads: '26', contact: '35', joining: 3467 } },
  },
} as const satisfies Contract
