import { useState } from 'react'
import { useLocation } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { States } from '#ui/States.tsx'
import { courseSections } from '../courseForm.ts'
import { CourseCard } from './CourseCard.tsx'
import { CourseHead } from './CourseHead.tsx'
import type { StaffCourseDetail } from './courseViews.ts'
import './staffCourses.css'

/** One course: where it stands, what may be done to it, and everything that is set of it, a card a part. */
export default function StaffCourse() {
  const { pathname } = useLocation()
  const answer = useApi('GET /staff/training/course/detail', { id: Number(pathname.split('/').at(-1)) })
  const [open, setOpen] = useState<string | null>(null)
  const [said, say] = useState('')
  const save = async (of: StaffCourseDetail, section: string, form: FormValues, version = String(of.version)) => {
    await browserApi('POST /staff/training/course/save', { id: of.id, version: Number(version), form })
    setOpen(null)
    say(`${section}已保存`)
    answer.reload()
  }
  return (
    <States answer={answer} lines={12}>
      {of => (
        <>
          <CourseHead
            of={of}
            said={said}
            reload={answer.reload}
            done={words => {
              say(words)
              answer.reload()
            }}
          />
          <div className="course-cards">
            {courseSections.map(section => (
              <CourseCard
                key={section}
                of={of}
                section={section}
                reload={answer.reload}
                isOpen={open === section}
                isLocked={open !== null || of.status === 'cancelled'}
                setOpen={isOpen => setOpen(isOpen ? section : null)}
                save={(form, version) => save(of, section, form, version)}
              />
            ))}
          </div>
        </>
      )}
    </States>
  )
}
