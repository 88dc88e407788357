import { and, between, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Filters, routeTo } from '#lib/server/oversight/lists.ts'
import {
  hasQualified,
  hasTakenPart,
  isCertified,
  isCredited,
  isTrainee,
  traineeProvince,
  traineesJoined,
  wasExamined,
} from '#modules/training/courses/server/traineeRows.ts'
import { course, participant } from '#modules/training/server/tables.ts'
import { type Measure, measures } from '../measures.ts'

/** Courses that ended between these days, of a kind and of trainees in a province if one is chosen. */
export type TrainingScope = { from: string; to: string; kind?: string; provinceCode?: string }
type Counts = Record<Exclude<Measure, 'passRate'>, number>
type Group = Counts & { key: string }

export const groups = {
  kind: course.kind,
  province: sql`coalesce(${traineeProvince}, '')`,
  month: sql`to_char(${course.endsOn}, 'YYYY-MM')`,
  all: sql`''`,
}

const conditionOf = ({ from, to, kind, provinceCode }: TrainingScope): SQL =>
  and(
    isTrainee,
    hasTakenPart,
    between(course.endsOn, from, to),
    kind ? eq(course.kind, kind) : undefined,
    provinceCode ? sql`${traineeProvince} = ${provinceCode}` : undefined,
  )!

/** Counts those who took part, in groups. */
export async function countTraining({ db }: Pick<Ctx, 'db'>, scope: TrainingScope, group: SQL | typeof course.kind) {
  const { rows } = await db.execute<Group>(sql`
    select ${group} as key, count(distinct ${course.id})::int as courses, count(*)::int as trained,
      coalesce(sum(${course.hours}) filter (where ${isCredited}), 0)::int as hours,
      count(*) filter (where ${wasExamined})::int as examined,
      count(*) filter (where ${hasQualified})::int as qualified,
      count(*) filter (where ${isCertified})::int as certified
    from ${traineesJoined} where ${conditionOf(scope)} group by 1`)
  return rows
}

/** Different people among those who took part. Without an identity number each counts. */
export async function countPeople({ db }: Pick<Ctx, 'db'>, scope: TrainingScope): Promise<number> {
  const { rows } = await db.execute<{ people: number }>(sql`
    select count(distinct coalesce(${participant.idNumberHash}, ${participant.id}::text))::int as people
    from ${traineesJoined} where ${conditionOf(scope)}`)
  return rows[0]!.people
}

const NOBODY: Counts = { courses: 0, trained: 0, hours: 0, examined: 0, qualified: 0, certified: 0 }

/** Percent with one decimal; null: nobody was examined. */
export const passRate = ({ examined, qualified }: Pick<Counts, 'examined' | 'qualified'>): number | null =>
  examined ? Math.round((qualified * 1000) / examined) / 10 : null

/** Values of all measures, with the list of trainees that each counts. */
export function lineOf(name: string, counts: Counts = NOBODY, filters: Filters) {
  const all = { ...counts, passRate: passRate(counts) }
  return {
    name,
    values: measures.map(({ code }) => all[code]),
    routes: measures.map(({ code, filters: own }) =>
      code === 'courses' ? courseRoute(filters) : own && traineeRoute({ ...filters, ...own }),
    ),
  }
}

/** The list of courses knows nothing of the provinces of those who attend. */
function courseRoute({ from, to, kind, provinceCode, hasProvince }: Filters): string | null {
  if (provinceCode || hasProvince) return null
  return routeTo('/staff/courses', { attended: 'yes', kind, endedFrom: from, endedTo: to })
}

export const traineeRoute = (filters: Filters) => routeTo('/staff/trainees', { tookPart: 'yes', ...filters })
