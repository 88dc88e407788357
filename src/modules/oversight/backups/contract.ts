import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'

const started = z.object({ run: z.int() })

export const backupContract = {
  'GET /staff/backup/list': {
    who: 'staff:system',
    summary: '全部备份：时间、大小、存放处、校验、保留到何时；以及连续归档的状况',
    input: nothing,
    output: z.object({
      backups: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          time: z.string(),
          bytes: z.int(),
          files: z.int().nullable(),
          places: z.array(z.string()),
          sealName: z.string(),
          /** Name and time of the last verification. */
          verifiedName: z.string(),
          verifiedTime: z.string().nullable(),
          isGood: z.boolean(),
          seconds: z.number().nullable(),
          /** The last day that it is kept; null: until somebody removes it. */
          keptUntil: z.string().nullable(),
          /** Words of whoever made it by hand. */
          note: z.string(),
          /** Made of another database, and never removed by the rule. */
          isOther: z.boolean(),
        }),
      ),
      /** Time of the next backup; null: automatic backups are off. */
      nextTime: z.string().nullable(),
      folder: z.string(),
      bucket: z.string().nullable(),
      rule: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }),
      worries: z.array(z.string()),
      running: z.object({ run: z.int(), job: z.string(), resultName: z.string(), progress: z.string() }).nullable(),
      /** Null: changes are not archived. */
      archiving: z
        .object({
          place: z.string(),
          isOn: z.boolean(),
          /** Seconds. */
          lag: z.number(),
          archivedTime: z.string().nullable(),
          /** The earliest moment that can be come back to; null: there is no base yet. */
          earliestTime: z.string().nullable(),
          bytes: z.number(),
          maxBytes: z.number(),
        })
        .nullable(),
    }),
  },
  'POST /staff/backup/run': {
    who: 'staff:system',
    confirm: true,
    summary: '立即备份一次，同定时的一样；连同备注保留 30 天',
    input: z.object({ note: text(100).default('') }),
    output: started,
  },
  'POST /staff/backup/verify': {
    who: 'staff:system',
    summary: '校验：重新读出已有的备份，与制作时的校验值核对',
    input: nothing,
    output: started,
  },
} as const satisfies Contract
