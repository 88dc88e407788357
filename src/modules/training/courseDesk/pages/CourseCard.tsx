import { Link } from 'react-router'
import { formSectionOf, SectionCard, type SectionProps } from '#layouts/staff/SectionCard.tsx'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import { fileSize } from '#lib/size.ts'
import { ATTACHMENTS, SYLLABUS, sessionRows } from '#modules/training/courses/courseForm.ts'
import type { StaffCourseDetail } from '#modules/training/courses/pages/courseViews.ts'
import { Facts } from '#ui/Facts.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { CourseContent, isFormLine } from './CourseContent.tsx'

/** Half days follow from the first day and the last. */
export const sessionFiller = (typed: FormValues) => ({
  sessions: { label: '按开班和结束日期生成', rows: () => sessionRows(typed) },
})

export function CourseCard({ of, ...card }: SectionProps & { of: StaffCourseDetail }) {
  const { section, isOpen } = card
  const part = formSectionOf(of, section)
  const hasText = part.fields.some(({ name }) => name === SYLLABUS)
  return (
    <SectionCard
      {...card}
      {...part}
      fields={part.fields.filter(isFormLine)}
      version={String(of.version)}
      fillers={sessionFiller}
      below={
        hasText
          ? (typed, change, errors) => <CourseContent typed={typed} change={change} errors={errors} files={of.files} />
          : undefined
      }
      id={section}
      isWide={isOpen || hasText || part.fields.length === 1}
    >
      <SectionView of={of} fields={part.fields} />
    </SectionCard>
  )
}

function SectionView({ of, fields }: { of: StaffCourseDetail; fields: FormField[] }) {
  const isRead = ({ name }: FormField) => name !== SYLLABUS
  const syllabus = of.values[SYLLABUS]
  return (
    <>
      <Facts
        facts={fields.filter(isRead).map(field => [field.label, <Value key={field.name} of={of} field={field} />])}
      />
      {!fields.every(isRead) && syllabus && (
        <div className="course-syllabus">
          <Prose html={String(syllabus)} />
        </div>
      )}
    </>
  )
}

function Value({ of, field }: { of: StaffCourseDetail; field: FormField }) {
  const value = of.values[field.name]
  if (field.name === ATTACHMENTS)
    return of.files.length === 0 ? (
      '没有'
    ) : (
      <ul role="list">
        {of.files.map(({ id, name, url, size }) => (
          <li key={id}>
            <a href={url}>{name}</a>（{fileSize(size)}）
          </li>
        ))}
      </ul>
    )
  if (field.kind === 'picture')
    return value ? <img className="course-cover" src={`/api/file/${value}?w=320`} alt={field.label} /> : '没有'
  if (field.name === 'notice' && value) return <Link to={`/staff/articles/${value}`}>文章 {String(value)}</Link>
  const rows = tableOf(field, value)?.rows
  if (rows) return byDay(rows) || '没有设置'
  return fieldText(field, value) || '未填写'
}

/** Maximum number of sessions listed; more are only counted. */
const MAX_SESSIONS_LISTED = 16

/** Half days, each day said once; of many, from when till when. */
function byDay(rows: string[][]): string {
  if (rows.length > MAX_SESSIONS_LISTED)
    return `共 ${rows.length} 场，${rows[0]!.join(' ')} 至 ${rows.at(-1)!.join(' ')}`
  return Object.entries(Object.groupBy(rows, ([day]) => day!))
    .map(([day, halves]) => `${day} ${halves!.map(([, half]) => half).join('、')}`)
    .join('；')
}
