import { shortDay } from '#lib/dates.ts'
import { courseTone } from '#modules/training/courses/pages/courseTone.ts'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Block, Home } from './Home.tsx'
import { moreOf } from './moreOf.ts'

/** What can be enrolled in now comes first; the deadline is what readers look for. */
export function Courses({ block, courses }: Pick<Home, 'courses'> & { block: Block }) {
  return (
    <Section title={block.heading} more={moreOf(block, '/admin/publicity/training')} className="home-courses">
      <ul role="list">
        {courses.map(course => (
          <li key={course.id}>
            <div className="home-course-head">
              <Tag tone={courseTone(course.status)}>{course.statusName}</Tag>
              {course.daysLeft !== null && (
                <span className="home-course-left">
                  {course.daysLeft === 0 ? '今天截止' : `还剩 ${course.daysLeft} 天`}
                </span>
              )}
            </div>
            <a href={`/admin/publicity/training/${course.id}`}>{course.title}</a>
            <p>{`${shortDay(course.startDate)} 开班 · ${course.city || course.modeName} · 余 ${course.left} 席`}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
