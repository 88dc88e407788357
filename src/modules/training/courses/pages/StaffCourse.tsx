import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { useOutcome } from '#api/useOutcome.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { FormValues } from '#lib/form/form.ts'
import { courseSections } from '../courseForm.ts'
import type { Route } from './+types/StaffCourse'
import { CourseCard } from './CourseCard.tsx'
import { CourseHead } from './CourseHead.tsx'
import type { StaffCourseDetail } from './courseViews.ts'
import './staffCourses.css'

export { staffCourse as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/training/course/detail', { id: pathId(params.id) }),
)

/** One course: where it stands, what may be done to it, and everything that is set of it, a card a part. */
export default function StaffCourse({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.title)
  const [open, setOpen] = useState<string | null>(null)
  const { said, done, reload } = useOutcome()
  const save = async (of: StaffCourseDetail, section: string, form: FormValues, version = String(of.version)) => {
    await browserApi('POST /staff/training/course/save', { id: of.id, version: Number(version), form })
    setOpen(null)
    done(`${section}已保存`)
  }
  return (
    <>
      <CourseHead of={of} said={said} reload={reload} done={done} />
      <div className="course-cards">
        {courseSections.map(section => (
          <CourseCard
            key={section}
            of={of}
            section={section}
            reload={reload}
            isOpen={open === section}
            isLocked={open !== null || of.status === 'cancelled'}
            setOpen={isOpen => setOpen(isOpen ? section : null)}
            save={(form, version) => save(of, section, form, version)}
          />
        ))}
      </div>
    </>
  )
}
