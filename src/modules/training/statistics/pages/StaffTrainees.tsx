import { Link } from 'react-router'
import { listLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { DESK } from '#modules/training/courses/pages/courseViews.ts'
import { trainees } from '#modules/training/pages/registers.ts'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { traineeFilters } from '../../traineeFilters.ts'
import type { Route } from './+types/StaffTrainees'

export { staffTrainees as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, kinds, courses] = await Promise.all([
    trainees.load(api, address),
    api('GET /app/training/kinds', {}),
    api('GET /staff/training/registrations/courses', {}),
  ])
  return { ...list, kinds, courses }
})

/** 学员: confirmed participants of all courses; the statistics of training count them. */
export default function StaffTrainees({ loaderData: list }: Route.ComponentProps) {
  const mayRun = useMay('staff:training')
  return (
    <RegisterTable
      of={trainees}
      loaded={list}
      unit="人次"
      filters={registerFilters(traineeFilters, {
        kind: list.kinds,
        courseId: list.courses.map(({ id, title }) => ({ code: String(id), name: title })),
      })}
      empty={{ title: '还没有学员', children: <p>报名确认以后，参训人员会出现在这里。</p> }}
      cells={{
        name: ({ registrationId, name }) => <Link to={`/staff/registrations/${registrationId}`}>{name}</Link>,
        courseTitle: ({ courseId, courseTitle }) =>
          mayRun ? <Link to={`${DESK}/${courseId}`}>{courseTitle}</Link> : courseTitle,
      }}
    />
  )
}
