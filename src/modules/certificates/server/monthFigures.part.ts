import { sql } from 'drizzle-orm'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { defineMonthFigures } from '#lib/server/oversight/monthFigures.ts'
import { certificate } from './tables.ts'

/** Certificates of a register that were issued in the month, whatever became of them. */
const issued = (register: 'qualification' | 'personnel' | 'membership', order: number, name: string) =>
  ({
    order,
    code: `issued-${register}`,
    name,
    unit: '张',
    note: '按发证日期',
    ...(register !== 'membership' && {
      part: `${register === 'qualification' ? 'qualifications' : register}` as const,
    }),
    count: async ({ db }, { from, to, provinceCode }) => {
      const isIn = provinceCode ? sql`${certificate.provinceCode} = ${provinceCode}` : sql`true`
      const { rows } = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from ${certificate}
      where ${certificate.register} = ${register} and ${certificate.issuedOn} between ${from} and ${to} and ${isIn}`)
      return rows[0]!.n
    },
    route: ({ from, to, provinceCode }) =>
      routeTo('/staff/certificates', { register, issuedFrom: from, issuedTo: to, provinceCode }),
  }) satisfies Parameters<typeof defineMonthFigures>[number]

defineMonthFigures(
  issued('qualification', 40, '签发的单位能力证书'),
  issued('personnel', 41, '签发的人员证书'),
  issued('membership', 42, '签发的会员证书'),
)
