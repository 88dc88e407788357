import { sql } from 'drizzle-orm'
import { defineCharts } from '#lib/server/oversight/charts.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'

/** People by the kind of certificate that is valid today. Who has two kinds is counted under both. */
defineCharts({
  order: 25,
  read: async ({ db }, { today, provinceCode }) => {
    const isIn = provinceCode ? sql`${person.provinceCode} = ${provinceCode}` : sql`true`
    const { rows } = await db.execute<{ kindCode: string; name: string; people: number }>(sql`
      select ${certificate.kindCode} as "kindCode",
        (array_agg(${certificate.kindName} order by ${certificate.issuedOn} desc, ${certificate.id} desc))[1] as name,
        count(distinct ${person.id})::int as people
      from ${certificate} join ${person} on ${person.id} = ${certificate.personId}
      where ${certificate.register} = 'personnel' and ${hasStatus('valid', today)} and ${isIn}
      group by 1 order by people desc, name`)
    return [
      {
        code: 'personCertificates',
        title: '持有效证书的人员',
        note: `截至 ${today}，按证书种类；一人有几种证书的，每种都计`,
        kind: 'bars',
        unit: '人',
        series: ['人员'],
        rows: rows.map(({ kindCode, name, people }) => ({
          name,
          values: [people],
          routes: [routeTo('/staff/persons', { validKindCode: kindCode, provinceCode })],
        })),
      },
    ]
  },
})
