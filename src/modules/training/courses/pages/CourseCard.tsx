import { Button } from 'antd'
import { Link } from 'react-router'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { tableOf, wordsOf } from '#lib/form/formWords.ts'
import { fileSize } from '#lib/size.ts'
import { Facts } from '#ui/Facts.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { ATTACHMENTS, SYLLABUS, sessionRows } from '../courseForm.ts'
import { CourseContent, isLine } from './CourseContent.tsx'
import type { StaffCourseDetail } from './courseViews.ts'

type Props = {
  of: StaffCourseDetail
  section: string
  isOpen: boolean
  /** One card is open at a time, and none of a course that is cancelled. */
  isLocked: boolean
  setOpen: (isOpen: boolean) => void
  save: (form: FormValues, version?: string) => Promise<unknown>
  reload: () => void
}

/** Half days follow from the first day and the last. */
export const sessionFiller = (typed: FormValues) => ({
  sessions: { label: '按开班和结束日期生成', rows: () => sessionRows(typed) },
})

/** One part of a course, to be read, and to be changed by itself. */
export function CourseCard({ of, section, isOpen, isLocked, setOpen, save, reload }: Props) {
  const inIt = of.fields.filter(field => field.section === section)
  const fields = inIt.filter(isLine).map(field => ({ ...field, section: '' }))
  const values = Object.fromEntries(inIt.map(({ name }) => [name, of.values[name] ?? null]))
  const hasText = inIt.some(({ name }) => name === SYLLABUS)
  return (
    <section
      className="desk-card"
      aria-label={section}
      id={section}
      data-wide={isOpen || hasText || inIt.length === 1 || undefined}
    >
      <div className="desk-card-head">
        <h2>{section}</h2>
        {!isOpen && (
          <Button disabled={isLocked} onClick={() => setOpen(true)}>
            修改<span className="hidden-text">{section}</span>
          </Button>
        )}
      </div>
      {isOpen ? (
        <RecordForm
          fields={fields}
          values={values}
          save={save}
          reload={reload}
          version={String(of.version)}
          fillers={sessionFiller}
          labelOf={name => of.fields.find(field => field.name === name)?.label}
          onCancel={() => setOpen(false)}
        >
          {hasText
            ? (typed, change, errors) => (
                <CourseContent typed={typed} change={change} errors={errors} files={of.files} />
              )
            : undefined}
        </RecordForm>
      ) : (
        <Shown of={of} fields={inIt} />
      )}
    </section>
  )
}

function Shown({ of, fields }: { of: StaffCourseDetail; fields: FormField[] }) {
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
      <ul className="course-files" role="list">
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
  return wordsOf(field, value) || '未填写'
}

/** More of them are only counted. */
const TOLD = 16

/** Half days, each day said once; of many, from when till when. */
function byDay(rows: string[][]): string {
  if (rows.length > TOLD) return `共 ${rows.length} 场，${rows[0]!.join(' ')} 至 ${rows.at(-1)!.join(' ')}`
  return Object.entries(Object.groupBy(rows, ([day]) => day!))
    .map(([day, halves]) => `${day} ${halves!.map(([, half]) => half).join('、')}`)
    .join('；')
}
