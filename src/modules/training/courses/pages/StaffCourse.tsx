import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useSections } from '#layouts/staff/useSections.ts'
import { courseSections } from '../courseForm.ts'
import type { Route } from './+types/StaffCourse'
import { CourseCard } from './CourseCard.tsx'
import { CourseHead } from './CourseHead.tsx'
import './staffCourses.css'

export { staffCourse as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/course/detail', { id: pathId(params.id) }),
)

/** One course: where it stands, what may be done to it, and everything that is set of it, a card a part. */
export default function StaffCourse({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.title)
  const { cardOf, said, done, reload } = useSections(
    (form, version = String(of.version)) =>
      browserApi('POST /staff/training/course/save', { id: of.id, version: Number(version), form }),
    of.status === 'cancelled',
  )
  return (
    <>
      <CourseHead of={of} said={said} reload={reload} done={done} />
      <div className="course-cards">
        {courseSections.map(section => (
          <CourseCard key={section} of={of} {...cardOf(section)} />
        ))}
      </div>
    </>
  )
}
